import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { until } from '../../../../../tests/kit/client'
import { migratedPostgres } from '../../../../../tests/kit/migrated'
import type { PostgresDatabase } from '../../../../../tests/kit/postgres'
import { type Connection, connect, type Tx, type Write } from '../../../db'
import { insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { startParserPool } from '../../../workers'
import { seriesFields } from '../../catalogue/series'
import { createTestLibrary, type TestLibrary } from '../scan/testing'
import { mergeSeriesInto } from './regroup'
import { regroupingIn } from './testing'
import { undoRegrouping } from './undo-regrouping'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
let database: PostgresDatabase
let connection: Connection
let library: TestLibrary
beforeAll(async () => {
  database = await migratedPostgres()
  connection = await connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  library = await createTestLibrary(connection, pool)
})
afterAll(async () => {
  await library.remove()
  await connection.close()
  await database.drop()
  await pool.close()
})

/** Whether a transaction waits for another one. */
async function someoneWaits(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(connection.reader.query)
  return rows.length > 0
}

test('a series with a merged one is merged, and separated again, while both are edited, without a deadlock', async () => {
  const { deps, seriesCalled, scanned } = regroupingIn(
    () => connection,
    pool,
    () => library,
  )
  await scanned('A/1.cbz', 'B/1.cbz', 'C/1.cbz')
  // The merged one is the first in key order, in which everybody locks.
  const [a, b, c] = (await Promise.all(['A', 'B', 'C'].map(seriesCalled))).toSorted((one, other) => one.pk - other.pk)
  if (!a || !b || !c) throw new Error('A series is missing')
  const userPk = await connection.write(tx => insertUser(tx, 'Ada'))
  const viewer = { ...SYSTEM_VIEWER, userPk, userId: String(userPk) }
  await mergeSeriesInto(deps(), viewer, b.id, a.id)

  /** How often both transactions ran: one that lost in a deadlock runs once more. */
  const runsWhileEdited = async <T>(change: (write: Write) => Promise<T>, heirPk: number) => {
    let runs = 0
    const write: Write = (work, options) =>
      connection.write((tx: Tx) => {
        runs += 1
        return work(tx)
      }, options)
    let changing: Promise<T> | undefined
    await write(async tx => {
      await seriesFields.lockSeries(tx, [a.pk])
      changing ??= change(write)
      await until(someoneWaits, waits => waits)
      await seriesFields.lockSeries(tx, [heirPk])
    })
    return { result: await changing, runs }
  }
  const merged = await runsWhileEdited(write => mergeSeriesInto({ ...deps(), write }, viewer, c.id, b.id), b.pk)
  expect(merged.runs).toBe(2)
  const id = merged.result?.[0]?.row.id ?? ''
  const undone = await runsWhileEdited(write => undoRegrouping({ ...deps(), write }, viewer, id), c.pk)
  expect(undone.runs).toBe(2)
  expect((await seriesCalled(a.title)).merged_into_pk).toBe(b.pk)
})
