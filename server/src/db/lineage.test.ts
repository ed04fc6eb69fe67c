import { expect, setDefaultTimeout, test } from 'bun:test'
import { passOn } from './lineage'
import type { Fate, Reference } from './schema/table'
import { TABLES } from './tables'
import { forEachDatabase } from './testing'
import { expectLineage } from './testing-lineage'
import { withTable } from './testing-table'

// Applies every event to each reference of a table, one after another.
setDefaultTimeout(60_000)

const book = (fate: Fate): Reference => ({ to: 'books', found: fate, merged: fate, gone: 'drop' })

/** Hypothetical tables, one for each option of the registry. */
const THROWN_AWAY: Readonly<
  Record<string, { readonly columns: string; readonly references: Record<string, Reference> }>
> = {
  passed: { columns: 'book_pk $book, note text', references: { book_pk: book('pass') } },
  heirs: {
    columns: 'book_pk $book, kind text, note text, unique (book_pk, kind)',
    references: { book_pk: book({ pass: 'heir', key: ['kind'] }) },
  },
  newest: {
    columns: 'book_pk $book, kind text, colour text, at bigint not null, unique (book_pk, kind, colour)',
    references: { book_pk: book({ pass: 'newest', key: ['kind', 'colour'], by: 'at' }) },
  },
  refusing: {
    columns: 'book_pk $book, kind text, unique (book_pk, kind)',
    references: { book_pk: book({ pass: 'refuse', key: ['kind'] }) },
  },
  dropped: { columns: 'book_pk $book, note text', references: { book_pk: book('drop') } },
  handled: { columns: 'book_pk $book, note text', references: { book_pk: book('handler') } },
  unlinked: {
    columns: 'book_pk bigint, note text',
    references: { book_pk: { to: 'books', found: 'keep', merged: 'pass', gone: 'keep' } },
  },
  emptied: {
    columns: 'user_pk bigint references users (pk) on delete set null',
    references: { user_pk: { to: 'users', gone: 'keep' } },
  },
  following: {
    columns: 'book_pk $book, series_pk bigint not null references series (pk) on delete cascade',
    references: {
      book_pk: book('pass'),
      series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: { follow: 'book_pk' }, gone: 'drop' },
    },
  },
}
const BOOK = 'bigint not null references books (pk) on delete cascade'

forEachDatabase('the lineage of rows', database => {
  for (const [table, { references = {} }] of Object.entries(TABLES)) {
    if (Object.keys(references).length === 0) continue
    test(`of ${table} is as registered`, () => expectLineage(database.connection, table))
  }

  for (const [name, { columns, references }] of Object.entries(THROWN_AWAY)) {
    test(`of a new table is as registered: ${name}`, async () => {
      const table = `rows_${name}`
      const entry = { owner: 'db', makesStale: 'catalogue', seenWith: 'nobody', references } as const
      await withTable(database.connection, { name: table, columns: columns.replace('$book', BOOK), entry }, () =>
        expectLineage(database.connection, table),
      )
    })
  }

  test('asks for handlers that are missing', async () => {
    const series = database.connection.write(tx =>
      passOn(tx, { of: 'series', event: 'merged' }, [{ fromPk: 1, heirPk: 2 }]),
    )
    expect(series).rejects.toThrow('Sums of series have no handler: give passOn a recount')
    const references = { book_pk: book('handler') }
    const entry = { owner: 'db', makesStale: 'nothing', seenWith: 'nobody', references } as const
    await withTable(database.connection, { name: 'handled', columns: `book_pk ${BOOK}`, entry }, async () => {
      const books = database.connection.write(tx =>
        passOn(tx, { of: 'books', event: 'found' }, [{ fromPk: 1, heirPk: 2 }]),
      )
      expect(books).rejects.toThrow('handled has no handler by which its rows are passed on')
      await books.catch(() => undefined)
    })
    await series.catch(() => undefined)
  })
})
