import { afterAll, beforeAll, expect, test } from 'bun:test'
import { migratedPostgres } from '../../../../tests/kit/migrated'
import type { PostgresDatabase } from '../../../../tests/kit/postgres'
import { connect } from '../connect'
import type { Connection } from '../connection'
import { insertLibrary, insertSeries, insertUser } from '../testing-rows'

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

/** Locks a series, and saves somebody's progress in it from another transaction before the first one ends. */
async function saveWhileLocked(lock: 'forUpdate' | 'forDelete'): Promise<void> {
  const keys = await connection.write(async tx => {
    const series_pk = await insertSeries(tx, await insertLibrary(tx, lock), 'Sea')
    return { series_pk, user_pk: await insertUser(tx, lock) }
  })
  await connection.write(async tx => {
    await tx.query
      .selectFrom('series')
      .select('pk')
      .where('pk', '=', keys.series_pk)
      .modifyEnd(tx.dialect[lock])
      .execute()
    await connection.write(async other => {
      await other.run(`set local lock_timeout = '200ms'`, [])
      const sums = { completed_count: 1, in_progress_count: 0, last_read_at: 1 }
      await other.query
        .insertInto('series_progress')
        .values({ ...keys, ...sums })
        .execute()
    })
  })
}

test('progress is saved in a series that is being edited, but not in one that is being deleted', async () => {
  await saveWhileLocked('forUpdate')
  expect(saveWhileLocked('forDelete')).rejects.toThrow('Another change to the same data took too long')
})
