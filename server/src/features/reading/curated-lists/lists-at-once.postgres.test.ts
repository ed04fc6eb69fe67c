import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { until } from '../../../../../tests/kit/client'
import { migratedPostgres } from '../../../../../tests/kit/migrated'
import type { PostgresDatabase } from '../../../../../tests/kit/postgres'
import { type Connection, connect } from '../../../db'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { fillList } from './change-members'
import { insertList, lockList, touchList } from './curated-lists.store'
import { READ_LIST } from './kind'
import { removeList } from './save-list'

let database: PostgresDatabase
let connection: Connection
beforeAll(async () => {
  database = await migratedPostgres()
  connection = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
}, 60_000)
afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** Whether a transaction waits for another one. */
async function someoneWaits(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(connection.reader.query)
  return rows.length > 0
}

test('a list is deleted after a change of its members, without a deadlock', async () => {
  const { list, userPk } = await connection.write(async tx => {
    const userPk = await insertUser(tx, 'Ada')
    const libraryPk = await insertLibrary(tx, 'Comics')
    const bookPk = await insertBook(tx, { libraryPk, seriesPk: await insertSeries(tx, libraryPk, 'Sea') }, 'Sea 1')
    const values = { name: 'Sea', summary: null, ordered: true, condition: null }
    const list = await insertList(tx, 'readlist', { ...values, userPk, visibility: 'private' }, 1)
    await fillList(tx, READ_LIST, list.pk, [bookPk], 1)
    return { list, userPk }
  })
  const viewer = { ...SYSTEM_VIEWER, userPk, userId: String(userPk) }
  let runs = 0
  const deps = {
    reader: connection.reader,
    now: Date.now,
    write: ((work, options) =>
      connection.write(tx => {
        runs += 1
        return work(tx)
      }, options)) as Connection['write'],
  }
  let deleted: Promise<void> | undefined
  await connection.write(async tx => {
    runs += 1
    await lockList(tx, list.pk)
    await tx.query.deleteFrom('read_list_entries').where('list_pk', '=', list.pk).execute()
    deleted ??= removeList(deps, READ_LIST, viewer, list.id)
    await until(someoneWaits, waits => waits)
    await touchList(tx, list.pk, 2)
  })
  await deleted
  expect(runs).toBe(2)
}, 30_000)
