import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { Write } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertUser } from '../../../db/testing-rows'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { enqueue } from '../../../platform/queue'
import { startParserPool } from '../../../workers'
import { analysisHandlers, libraryAnalysis } from '../analysis/analysis-tasks'
import { createTestLibrary, type TestLibrary } from '../scan/testing'
import { moveBooksTo } from './regroup'
import { regroupingIn } from './testing'
import { undoRegrouping } from './undo-regrouping'

setDefaultTimeout(90_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

forEachDatabase('books of the same series', database => {
  let library: TestLibrary
  let viewer: Viewer
  beforeEach(async () => {
    library = await createTestLibrary(database.connection, pool)
    const userPk = await database.connection.write(tx => insertUser(tx, crypto.randomUUID()))
    viewer = { ...SYSTEM_VIEWER, userPk, userId: String(userPk) }
  })
  afterEach(() => library.remove())

  const { deps, places, seriesCalled, scanned, idOf } = regroupingIn(
    () => database.connection,
    pool,
    () => library,
  )
  /** A transaction that lost in a deadlock runs once more. */
  const countingRuns = () => {
    let runs = 0
    const write: Write = (work, options) =>
      database.connection.write(tx => {
        runs += 1
        return work(tx)
      }, options)
    return { counting: { ...deps(), write }, runs: () => runs }
  }

  test('are undone several at once, whose series are the sources of one another', async () => {
    const names = ['A', 'B', 'C', 'D']
    await scanned(...names.flatMap(name => names.map(other => `${name}/${other}.cbz`)))
    const before = await places()
    const moves = []
    for (const name of names) {
      const bookIds = await Promise.all(
        names.filter(other => other !== name).map(other => idOf(`${other}/${name}.cbz`)),
      )
      moves.push(await moveBooksTo(deps(), viewer, bookIds, (await seriesCalled(name)).id))
    }
    const { counting, runs } = countingRuns()
    await Promise.all(moves.flat().map(({ row }) => undoRegrouping(counting, viewer, row.id)))
    expect(await places()).toEqual(before)
    expect(runs()).toBe(names.length)
  })

  test('are moved several times at once, each time from where they are by then', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F']
    const paths = names.flatMap(name => [1, 2, 3].map(number => `${name}/${number}.cbz`))
    await scanned(...paths, ...names.map(name => `${name}/stays.cbz`))
    const ids = await Promise.all(paths.map(idOf))
    const series = await Promise.all(names.map(seriesCalled))
    const { counting, runs } = countingRuns()
    const moves = Array.from({ length: 24 }, (_, index) => {
      const bookIds = [index * 5, index * 7 + 3, index * 11 + 6].map(at => ids[at % ids.length] ?? '')
      return moveBooksTo(counting, viewer, [...new Set(bookIds)], series[index % series.length]?.id ?? '')
    })
    await Promise.all(moves)
    expect(runs()).toBe(moves.length)
  })

  test('are moved and moved back while their files are read again', async () => {
    const names = ['A', 'B', 'C']
    const paths = names.flatMap(name => Array.from({ length: 8 }, (_, number) => `${name}/${number}.cbz`))
    await scanned(...paths, ...names.map(name => `${name}/stays.cbz`))
    const ids = await Promise.all(paths.map(idOf))
    const series = await Promise.all(names.map(seriesCalled))
    let runs = 0
    let calls = 0
    const counted =
      (write: Write): Write =>
      (work, options) => {
        calls += 1
        return write(tx => {
          runs += 1
          return work(tx)
        }, options)
      }
    const connection = { ...database.connection, write: counted(database.connection.write) }
    let moving = true
    const reading = async () => {
      const { analyze_library: handler } = analysisHandlers({ ...library.deps, connection })
      while (moving) {
        await library.deps.connection.write(tx => enqueue(tx, libraryAnalysis(library.id, true)))
        if (handler) await library.workOn('analyze_library', handler)
      }
    }
    const moves = async () => {
      for (let index = 0; index < 60; index++) {
        const bookIds = [index * 5, index * 7 + 3, index * 11 + 6].map(at => ids[at % ids.length] ?? '')
        const counting = { ...deps(), write: connection.write }
        const into = series[index % 3]?.id ?? ''
        const [moved] = await moveBooksTo(counting, viewer, [...new Set(bookIds)], into)
        if (moved && index % 2 === 0) await undoRegrouping(counting, viewer, moved.row.id)
      }
      moving = false
    }
    await Promise.all([reading(), moves()])
    expect(runs).toBe(calls)
  })
})
