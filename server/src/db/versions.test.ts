import { beforeAll, expect, test } from 'bun:test'
import type { Channel } from '../kernel/memo'
import { staleAfter } from './staleness'
import { forEachDatabase } from './testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from './testing-rows'
import type { Tx } from './write'

test('a statement tells the lists it may change; one that cannot be parsed changes all', () => {
  const changes: Record<string, Channel | null> = {
    'insert into "books" ("id") values (?)': 'catalogue',
    'INSERT OR IGNORE INTO series_facets values (1)': 'catalogue',
    'update series set title = ?': 'catalogue',
    'delete from "libraries" where pk = ?': 'catalogue',
    'with gone as (delete from books returning pk) select * from gone': 'catalogue',
    'with "gone" as (delete from series returning pk) update "tasks" set state = ?': 'catalogue',
    'with "next" as materialized (select pk from "tasks") update "tasks" set state = ?': null,
    'with a as (select 1) update "tasks" set state = ?, note = (select 1)': null,
    'with a as (select 1) insert into "read_progress" values (1) on conflict (pk) do update set pk = 1': 'progress',
    'with a as (select 1) replace into books values (1)': 'catalogue',
    'create index i on books (pk)': 'catalogue',
    'insert into a_table_of_tomorrow values (1)': 'catalogue',
    'insert into "read_progress" values (1)': 'progress',
    'update "tasks" set state = ?': null,
    'select * from books': null,
  }
  for (const [statement, changed] of Object.entries(changes))
    expect([statement, staleAfter(statement)]).toEqual([statement, changed])
})

forEachDatabase('revisions', database => {
  let userPk = 0
  let bookPk = 0
  let seriesPk = 0

  beforeAll(async () => {
    await database.connection.write(async tx => {
      userPk = await insertUser(tx, 'ada')
      const libraryPk = await insertLibrary(tx, 'Comics')
      seriesPk = await insertSeries(tx, libraryPk, 'Akira')
      bookPk = await insertBook(tx, { libraryPk, seriesPk }, 'Akira 1')
    })
  })

  test('change with the tables they depend on, and with no others', async () => {
    const { write, kind, revision } = database.connection
    // Revisions change when their own connection opens.
    while (kind === 'postgres' && (await revision('catalogue')).startsWith('0 ')) await Bun.sleep(5)
    const changed = async (work: (tx: Tx) => Promise<unknown>) => {
      const before = [await revision('catalogue'), await revision('progress')]
      await write(work)
      const after = [await revision('catalogue'), await revision('progress')]
      return before.map((version, at) => version !== after[at])
    }
    const title = (tx: Tx) => tx.query.updateTable('books').set({ title: 'Domu' }).where('pk', '=', bookPk).execute()
    const read = { id: 'r', user_pk: userPk, book_pk: bookPk, series_pk: seriesPk, current_page: 1, completed: false }
    expect(await changed(title)).toEqual([true, true])
    expect(
      await changed(tx =>
        tx.query
          .insertInto('read_progress')
          .values({ ...read, started_at: 0, updated_at: 0 })
          .execute(),
      ),
    ).toEqual([false, true])
    expect(await changed(tx => tx.query.updateTable('processes').set({ seen_at: 1 }).execute())).toEqual([false, false])
    expect(await changed(tx => tx.query.deleteFrom('users').where('pk', '=', userPk).execute())).toEqual([false, true])
    expect(await changed(tx => tx.query.deleteFrom('libraries').execute())).toEqual([true, true])
  })
})
