import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { until } from '../../../../../tests/kit/client'
import { migratedPostgres } from '../../../../../tests/kit/migrated'
import type { PostgresDatabase } from '../../../../../tests/kit/postgres'
import { type Connection, connect, type Write } from '../../../db'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { lockSeriesProgress, recordPlace, UNATTRIBUTED } from './index'

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

/** How many transactions wait for another one. */
async function waiting(): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(connection.reader.query)
  return rows.length
}

test('a place is saved in a book that has just moved to an earlier series, without a deadlock', async () => {
  const { user, first, second, pk } = await connection.write(async tx => {
    const libraryPk = await insertLibrary(tx, 'Comics')
    const first = await insertSeries(tx, libraryPk, 'Sea')
    const second = await insertSeries(tx, libraryPk, 'Sky')
    const pk = await insertBook(tx, { libraryPk, seriesPk: second }, 'Sky 1')
    return { user: await insertUser(tx, 'Ada'), first, second, pk }
  })
  let runs = 0
  const write: Write = (work, options) =>
    connection.write(tx => {
      runs += 1
      return work(tx)
    }, options)
  const place = { page: 3, percentage: 0.5, completed: false }
  const others: Promise<unknown>[] = []
  await write(async tx => {
    await lockSeriesProgress(tx, [first, second])
    await tx.query.updateTable('books').set({ series_pk: first }).where('pk', '=', pk).execute()
    if (others.length === 0) {
      const book = { pk, series_pk: second }
      others.push(write(tx => recordPlace(tx, { ...UNATTRIBUTED, user, book, place }, 1)))
      others.push(write(tx => lockSeriesProgress(tx, [first, second])))
    }
    await until(waiting, count => count === 2)
  })
  await Promise.all(others)
  expect(runs).toBe(3)
  const row = await connection.reader.query.selectFrom('read_progress').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ book_pk: pk, series_pk: first, current_page: 3 })
}, 30_000)
