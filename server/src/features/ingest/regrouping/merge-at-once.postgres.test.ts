import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Write } from '../../../db'
import { onPostgres } from '../../../db/testing'
import { countedWrites, untilWaiting } from '../../../db/testing-locks'
import { insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { startParserPool } from '../../../workers'
import { seriesFields } from '../../catalogue/series'
import { createTestLibrary, type TestLibrary } from '../scan/testing'
import { previewSeriesMerge } from './preview'
import { mergeSeriesInto } from './regroup'
import { regroupingIn } from './testing'
import { undoRegrouping } from './undo-regrouping'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
onPostgres('series', database => {
  let library: TestLibrary
  beforeAll(async () => {
    library = await createTestLibrary(database.connection, pool)
  })
  afterAll(async () => {
    await library.remove()
    await pool.close()
  })

  test('a series with a merged one is previewed, merged, and separated again, while both are edited, without a deadlock', async () => {
    const { connection } = database
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
      const { write, runs } = countedWrites(connection)
      let changing: Promise<T> | undefined
      await write(async tx => {
        await seriesFields.lockSeries(tx, [a.pk])
        changing ??= change(write)
        await untilWaiting(connection, 1)
        await seriesFields.lockSeries(tx, [heirPk])
      })
      return { result: await changing, runs: runs() }
    }
    const previewed = await runsWhileEdited(write => previewSeriesMerge(write, viewer, c.id, b.id), c.pk)
    expect(previewed).toMatchObject({ runs: 2, result: { books: 2 } })
    const merged = await runsWhileEdited(write => mergeSeriesInto({ ...deps(), write }, viewer, c.id, b.id), b.pk)
    expect(merged.runs).toBe(2)
    const id = merged.result?.[0]?.row.id ?? ''
    const undone = await runsWhileEdited(write => undoRegrouping({ ...deps(), write }, viewer, id), c.pk)
    expect(undone.runs).toBe(2)
    expect((await seriesCalled(a.title)).merged_into_pk).toBe(b.pk)
  })
})
