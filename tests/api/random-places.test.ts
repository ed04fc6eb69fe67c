// Thousands of random histories of five devices with wrong clocks, late and repeated reports, jumps, marks and undos.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Tx } from '../../server/src/db'
import { forEachDatabase } from '../../server/src/db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../server/src/db/testing-rows'
import { recordPlace, UNATTRIBUTED, undoPlace } from '../../server/src/features/reading/progress'
import { random } from '../long/harness/random'
import { createModel, randomHistory, type Step } from './random-places'

setDefaultTimeout(60_000)

/** The same histories in every run; OCTAVO_TEST_SEED tries others. */
const SEED = Number(process.env.OCTAVO_TEST_SEED ?? 11)
const HISTORIES = { sqlite: 800, postgres: 30 }

interface Reader {
  readonly user: number
  readonly book: { readonly pk: number; readonly series_pk: number }
}

forEachDatabase('random histories of places', database => {
  let reader: Reader

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const series_pk = await insertSeries(tx, libraryPk, 'Akira')
      const pk = await insertBook(tx, { libraryPk, seriesPk: series_pk }, 'Akira 1', { page_count: 5000 })
      reader = { user: await insertUser(tx, 'ada'), book: { pk, series_pk } }
    })
  })

  test(`lose no place and bring none back (seed ${SEED})`, async () => {
    const { connection } = database
    for (let n = 0; n < HISTORIES[connection.kind]; n++) {
      const steps = randomHistory(random(SEED).branch(`history ${n}`))
      const fault = await connection.write(async tx => {
        const found = await play(tx, reader, steps)
        for (const table of ['read_progress', 'place_history', 'series_progress'] as const) {
          await tx.query.deleteFrom(table).execute()
        }
        return found
      })
      expect({ seed: SEED, history: n, fault }).toEqual({ seed: SEED, history: n, fault: null })
    }
  })
})

/** Null when all is as the model expects. */
async function play(tx: Tx, { user, book }: Reader, steps: readonly Step[]): Promise<string | null> {
  const model = createModel()
  let shown: number | null = null
  const page = async () => {
    const [row] = await tx.run<{ current_page: number }>('select current_page from read_progress', [])
    return row?.current_page ?? null
  }
  for (const step of steps) {
    let fault: string | null = null
    if (step.kind === 'delivery') {
      const { device, trueAt, deliberate, ...delivery } = step.delivery
      const readAt = device.clock === null ? null : trueAt + device.clock
      const place = { page: delivery.page, percentage: null, completed: false }
      const report = { user, book, place, device: device.name, signIn: null, readAt, deliberate }
      const { kind } = await recordPlace(tx, report, step.arrival)
      if (kind === 'saved') shown = delivery.page
      fault = model.delivered(step.delivery, shown)
    } else if (step.kind === 'unread') {
      await recordPlace(tx, { ...UNATTRIBUTED, user, book, place: null, deliberate: true }, step.arrival)
      shown = null
      model.marked(step.arrival)
    } else {
      const outcome = await undoPlace(tx, { user, book, device: null, signIn: null }, step.arrival)
      if (outcome) shown = outcome.kind === 'saved' ? outcome.row.current_page : null
      fault = model.undone(step.arrival, shown)
    }
    if (fault) return fault
  }
  if ((await page()) !== shown) return `the database has page ${await page()} instead of ${shown}`
  const [sums] = await tx.run<Record<string, number>>(
    'select completed_count, in_progress_count, last_read_at from series_progress',
    [],
  )
  const [counted] = await tx.run<Record<string, number>>('select updated_at from read_progress', [])
  const expected = counted && { completed_count: 0, in_progress_count: 1, last_read_at: counted.updated_at }
  return JSON.stringify(sums) === JSON.stringify(expected) ? null : `the sums are ${JSON.stringify(sums)}`
}
