import { expect, test } from 'bun:test'
import type { Channel } from '../kernel/memo'
import { entryOf, TABLES } from './tables'
import { forEachDatabase } from './testing'
import { disagreements } from './testing-registry'
import { readSchema } from './testing-schema'
import { withTable } from './testing-table'

forEachDatabase('the registry of tables', database => {
  const sentences = async () => disagreements(await database.connection.write(readSchema), entryOf)

  test('declares for each table and each reference to a book, a series or a user what the database has', async () => {
    const tables = await database.connection.write(readSchema)
    expect(tables.length).toBeGreaterThan(50)
    expect(disagreements(tables, entryOf)).toEqual([])
    const found = new Set(tables.map(({ name }) => name))
    // The word list exists on SQLite only.
    expect(Object.keys(TABLES).filter(name => !found.has(name) && name !== 'search_words')).toEqual([])
  })

  test('reports an undeclared table, with the entry to write', async () => {
    const columns =
      'user_pk bigint not null references users (pk) on delete cascade, ' +
      'book_pk bigint not null references books (pk) on delete cascade, note text'
    await withTable(database.connection, { name: 'throw_away', columns }, async () => {
      expect(await sentences()).toEqual([
        'The table throw_away is not in the registry. Write into a file of server/src/db/schema: throw_away: { ' +
          "owner: 'features/…', makesStale: 'catalogue', seenWith: 'nobody', references: { " +
          "book_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'drop' }, user_pk: OF_USER } }",
      ])
    })
  })

  test('reports missing and wrong parts of an entry', async () => {
    const name = 'throw_away'
    const columns =
      'series_pk bigint not null references series (pk) on delete cascade, kind text, primary key (series_pk, kind)'
    const entry = { owner: 'db', makesStale: 'catalogue', seenWith: 'user' } as const
    await withTable(database.connection, { name, columns, entry }, async () => {
      expect(await sentences()).toEqual([
        'throw_away.series_pk refers to series, and the registry does not say what becomes of its rows. Write into ' +
          "references of throw_away: series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: 'keep', gone: 'drop' }",
        "throw_away is seen with a user, but no column of it leads to one: write seenWith: 'nobody'",
      ])
    })
    const series_pk = {
      to: 'series',
      found: 'pass',
      merged: 'keep',
      moved: { follow: 'book_pk' },
      gone: 'keep',
    } as const
    const wrong = {
      ...entry,
      seenWith: 'series',
      references: { series_pk, other: { to: 'users', gone: 'drop' } },
    } as const
    await withTable(database.connection, { name, columns, entry: wrong }, async () => {
      expect(await sentences()).toEqual([
        "throw_away.series_pk is declared gone: 'keep', which is on delete set null, but the database has on delete " +
          'cascade. Change the one or the other',
        'throw_away has no column book_pk, which series_pk names',
        'throw_away allows one row for each series_pk and kind: the heir may have one, too. ' +
          "Write { pass: 'heir', key: ['kind'] } instead of 'pass' for series_pk",
        "throw_away.series_pk keeps rows of what gives way, but they are deleted with it: write 'drop' or 'pass'",
        'throw_away has no column other: take it out of its references',
      ])
    })
  })

  test('requires that a cascade makes no more stale than its deleted row', async () => {
    const columns = 'user_pk bigint not null references users (pk) on delete cascade'
    const references = { user_pk: { to: 'users', gone: 'drop' } } as const
    const entry = { owner: 'db', makesStale: 'catalogue', seenWith: 'user', references } as const
    await withTable(database.connection, { name: 'throw_away', columns, entry }, async () => {
      expect(await sentences()).toEqual([
        'A deleted row of users changes throw_away, which makes catalogue stale. ' +
          "Write makesStale: 'catalogue' into the entry of users, or less into that of throw_away",
      ])
    })
  })

  for (const makesStale of ['catalogue', 'progress', 'nothing', null] as const) {
    const what = makesStale ?? 'all, being unknown to the registry'
    test(`has a write of a table make stale ${what}`, async () => {
      const { connection } = database
      // Revisions change when their own connection opens.
      while (connection.kind === 'postgres' && (await connection.revision('catalogue')).startsWith('0 '))
        await Bun.sleep(5)
      const entry = makesStale && ({ owner: 'db', makesStale, seenWith: 'nobody' } as const)
      // Staleness of a statement is cached, so each uses its own table.
      const name = `throw_away_${makesStale}`
      await withTable(connection, { name, columns: 'note text', ...(entry && { entry }) }, async () => {
        const revisions = () => Promise.all((['catalogue', 'progress'] satisfies Channel[]).map(connection.revision))
        // The new table is counted with the next write.
        await connection.write(async () => undefined)
        const before = await revisions()
        await connection.write(tx => tx.run(`insert into ${name} (note) values ('a')`, []))
        const after = await revisions()
        const isStale = before.map((version, at) => version !== after[at])
        expect(isStale).toEqual([makesStale === 'catalogue' || !makesStale, makesStale !== 'nothing'])
      })
    })
  }
})
