// What a new table needs so that its rows survive changes of their books: an entry in the registry.
import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TableEntry } from '../../../db/schema/table'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { withTable } from '../../../db/testing-table'
import { startParserPool } from '../../../workers'
import { deleteUserRow } from '../../people/users/people.store'
import { libraryPlace } from '../purge/purge.queries'
import { purgeDeleted } from '../purge/purge-deleted'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const COLUMNS = `user_pk bigint not null references users (pk) on delete cascade,
  book_pk bigint not null references books (pk) on delete cascade,
  series_pk bigint not null references series (pk) on delete cascade, text text not null, unique (user_pk, book_pk, text)`

const ENTRY: TableEntry = {
  owner: 'db',
  makesStale: 'progress',
  seenWith: 'book',
  references: {
    user_pk: { to: 'users', gone: 'drop' },
    book_pk: {
      to: 'books',
      found: { pass: 'heir', key: ['user_pk', 'text'] },
      merged: { pass: 'heir', key: ['user_pk', 'text'] },
      gone: 'drop',
    },
    series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: { follow: 'book_pk' }, gone: 'drop' },
  },
}

forEachDatabase('rows of a new table', database => {
  let a: TestLibrary
  let b: TestLibrary
  beforeEach(async () => {
    a = await createTestLibrary(database.connection, pool)
    b = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => {
    a.remove()
    b.remove()
  })

  async function annotate(library: TestLibrary, path: string, userPk: number, text: string): Promise<void> {
    const bookPk = (await library.books())[path]?.pk
    await database.connection.write(tx =>
      sql`insert into annotations (user_pk, book_pk, series_pk, text)
        select ${userPk}, pk, series_pk, ${text} from books where pk = ${bookPk}`.execute(tx.query),
    )
  }

  /** Each text, with the book and the series that it belongs to; both must belong together. */
  async function annotations() {
    const { rows } = await database.connection.write(tx =>
      sql<{ readonly text: string; readonly id: string; readonly series: string }>`
        select annotations.text, books.id, series.title as series
        from annotations join books on books.pk = annotations.book_pk
        join series on series.pk = annotations.series_pk and series.pk = books.series_pk
        order by annotations.text`.execute(tx.query),
    )
    return rows.map(({ text, id, series }) => [text, id, series])
  }

  test('are transferred, follow, and are deleted as registered', async () => {
    const { connection } = database
    const userPk = await connection.write(tx => insertUser(tx, crypto.randomUUID()))
    const otherPk = await connection.write(tx => insertUser(tx, crypto.randomUUID()))
    await withTable(connection, { name: 'annotations', columns: COLUMNS, entry: ENTRY }, async () => {
      await a.files.add('S/1.cbz', { pages: 4 })
      await a.files.add('T/1.cbz', { pages: 4 })
      await a.scan()
      await b.scan()
      const { id: first = '', seriesId } = (await a.books())['S/1.cbz'] ?? {}
      await annotate(a, 'S/1.cbz', userPk, 'of the old row')
      await annotate(a, 'S/1.cbz', userPk, 'of both')
      // The other library adds a copy, which is then the only one left: book and series are found again.
      mkdirSync(join(b.root, 'S'))
      copyFileSync(join(a.root, 'S/1.cbz'), join(b.root, 'S/1.cbz'))
      await b.scan()
      expect((await b.books())['S/1.cbz']?.id).not.toBe(first)
      await annotate(b, 'S/1.cbz', userPk, 'of both')
      await annotate(b, 'S/1.cbz', otherPk, 'of the new row')
      a.files.remove('S/1.cbz')
      expect(await a.scan()).toMatchObject({ result: { books_moved: 1, books_deleted: 0 } })
      expect((await b.books())['S/1.cbz']).toMatchObject({ id: first, seriesId })
      expect(await annotations()).toEqual([
        ['of both', first, 'S'],
        ['of the new row', first, 'S'],
        ['of the old row', first, 'S'],
      ])

      // Moved to another series.
      await b.files.add('T/2.cbz', { pages: 4 })
      await b.scan()
      b.files.move('S/1.cbz', 'T/1.cbz')
      await b.scan()
      expect((await annotations()).map(([, id, series]) => [id, series])).toEqual(Array(3).fill([first, 'T']))

      // Its user is deleted, then the book.
      await connection.write(tx => deleteUserRow(tx, otherPk))
      expect((await annotations()).map(([text]) => text)).toEqual(['of both', 'of the old row'])
      await annotate(b, 'T/2.cbz', userPk, 'of a book that stays')
      b.files.remove('T/1.cbz')
      await b.scan()
      expect(await annotations()).toHaveLength(3)
      const place = await libraryPlace(connection.reader, b.id)
      const purged = await purgeDeleted({ ...b.deps, write: connection.write, userPk: null }, place)
      expect(purged).toBe(1)
      expect((await annotations()).map(([text]) => text)).toEqual(['of a book that stays'])
    })
  })
})
