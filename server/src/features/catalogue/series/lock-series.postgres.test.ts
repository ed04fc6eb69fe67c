import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { until } from '../../../../../tests/kit/client'
import { migratedPostgres } from '../../../../../tests/kit/migrated'
import type { PostgresDatabase } from '../../../../../tests/kit/postgres'
import { type Connection, connect, type Write } from '../../../db'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { lockSeries, lockSeriesOfBooks } from './series-fields.store'

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

test('the series of a book is locked that has just moved to an earlier one, without a deadlock', async () => {
  const { first, second, pk } = await connection.write(async tx => {
    const libraryPk = await insertLibrary(tx, 'Comics')
    const first = await insertSeries(tx, libraryPk, 'Sea')
    const second = await insertSeries(tx, libraryPk, 'Sky')
    return { first, second, pk: await insertBook(tx, { libraryPk, seriesPk: second }, 'Sky 1') }
  })
  let runs = 0
  const write: Write = (work, options) =>
    connection.write(tx => {
      runs += 1
      return work(tx)
    }, options)
  const others: Promise<unknown>[] = []
  await write(async tx => {
    await lockSeries(tx, [first, second])
    await tx.query.updateTable('books').set({ series_pk: first }).where('pk', '=', pk).execute()
    if (others.length === 0) {
      others.push(
        write(async edit => {
          await lockSeriesOfBooks(edit, [pk])
          await edit.query.updateTable('series').set({ summary: 'Waves' }).where('pk', '=', first).execute()
        }),
      )
      await until(waiting, count => count === 1)
      others.push(write(other => lockSeries(other, [first, second])))
    }
    await until(waiting, count => count === 2)
  })
  await Promise.all(others)
  expect(runs).toBe(3)
}, 30_000)
