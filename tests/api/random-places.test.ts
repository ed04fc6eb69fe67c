// Thousands of random histories of five devices with wrong clocks, late and repeated reports, jumps, marks and undos.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Tx } from '../../server/src/db'
import { forEachDatabase } from '../../server/src/db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../server/src/db/testing-rows'
import { random } from '../long/harness/random'
import { randomHistory, type Step } from './random-places'
import { type Deed, forgetPlaces, judge, leftWrong, perform, type ReaderOfBook } from './random-places-steps'

/** The same histories in every run; OCTAVO_TEST_SEED and OCTAVO_TEST_HISTORIES try others, and more. */
const SEED = Number(process.env.OCTAVO_TEST_SEED ?? 11)
const MORE = process.env.OCTAVO_TEST_HISTORIES
const HISTORIES = MORE ? { sqlite: Number(MORE), postgres: Number(MORE) } : { sqlite: 800, postgres: 30 }

setDefaultTimeout(MORE ? 3_600_000 : 60_000)

forEachDatabase('random histories of places', database => {
  let reader: ReaderOfBook

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const series_pk = await insertSeries(tx, libraryPk, 'Akira')
      const pk = await insertBook(tx, { libraryPk, seriesPk: series_pk }, 'Akira 1', { page_count: 5000 })
      reader = { user: await insertUser(tx, 'ada'), book: { pk, series_pk } }
    })
  })

  test(`lose no place and restore none (seed ${SEED})`, async () => {
    const { connection } = database
    for (let n = 0; n < HISTORIES[connection.kind]; n++) {
      const steps = randomHistory(random(SEED).branch(`history ${n}`))
      const fault = await connection.write(async tx => {
        const found = await play(tx, reader, steps)
        await forgetPlaces(tx)
        return found
      })
      expect({ seed: SEED, history: n, fault }).toEqual({ seed: SEED, history: n, fault: null })
    }
  })
})

/** Null when all is as the model expects. */
async function play(tx: Tx, reader: ReaderOfBook, steps: readonly Step[]): Promise<string | null> {
  const deeds: Deed[] = []
  for (const step of steps) deeds.push(await perform(tx, reader, step))
  const { shown, fault } = judge(deeds)
  return fault ?? (await leftWrong(tx, shown))
}
