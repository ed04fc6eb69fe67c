// The same random histories on two replicas of one PostgreSQL, which hear of some steps at the same moment.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Connection, connect } from '../../server/src/db'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../server/src/db/testing-rows'
import { migratedPostgres } from '../kit/migrated'
import type { PostgresDatabase } from '../kit/postgres'
import { type Random, random } from '../long/harness/random'
import { randomHistory, type Step } from './random-places'
import { type Deed, forgetPlaces, judge, leftWrong, perform, type ReaderOfBook } from './random-places-steps'

/** The same histories in every run; OCTAVO_TEST_SEED and OCTAVO_TEST_HISTORIES try others, and more. */
const SEED = Number(process.env.OCTAVO_TEST_SEED ?? 11)
const MORE = process.env.OCTAVO_TEST_HISTORIES
const HISTORIES = Number(MORE ?? 25)
/** Reports that arrive so soon after each other may be handled in either order. */
const AT_ONCE_MS = 3_000
/** More orders than these are never possible at once. */
const MOST_ORDERS = 64

setDefaultTimeout(MORE ? 3_600_000 : 120_000)

let database: PostgresDatabase
let replicas: readonly Connection[]
let reader: ReaderOfBook

beforeAll(async () => {
  database = await migratedPostgres()
  const open = () => connect({ databaseUrl: database.url, dataDir: '/nowhere' })
  replicas = [await open(), await open()]
  await replicas[0]?.write(async tx => {
    const libraryPk = await insertLibrary(tx, 'Comics')
    const series_pk = await insertSeries(tx, libraryPk, 'Akira')
    const pk = await insertBook(tx, { libraryPk, seriesPk: series_pk }, 'Akira 1', { page_count: 5000 })
    reader = { user: await insertUser(tx, 'ada'), book: { pk, series_pk } }
  })
}, 60_000)
afterAll(async () => {
  for (const replica of replicas ?? []) await replica.close()
  await database?.drop()
})

test(`two replicas lose no place and restore none (seed ${SEED})`, async () => {
  let atOnce = 0
  for (let n = 0; n < HISTORIES; n++) {
    const chances = random(SEED).branch(`replicas ${n}`)
    const groups = grouped(randomHistory(random(SEED).branch(`history ${n}`)), chances)
    atOnce += groups.filter(group => group.length > 1).length
    const fault = await play(groups, chances)
    await replicas[0]?.write(forgetPlaces)
    expect({ seed: SEED, history: n, fault }).toEqual({ seed: SEED, history: n, fault: null })
  }
  expect(atOnce).toBeGreaterThan(HISTORIES)
})

/** Steps one after the other, and in pairs: two devices at once, and a report that a device sends to both replicas. */
function grouped(steps: readonly Step[], chances: Random): Step[][] {
  const groups: Step[][] = []
  for (let at = 0; at < steps.length; at++) {
    const [step, next] = [steps[at], steps[at + 1]]
    if (!step) continue
    if (step.kind !== 'delivery') groups.push([step])
    else if (next?.kind === 'delivery' && next.arrival - step.arrival <= AT_ONCE_MS) {
      groups.push([step, next])
      at++
    } else if (step.delivery.device.clock !== null && chances.next() < 0.2) {
      groups.push([step, { ...step, delivery: { ...step.delivery, again: true } }])
    } else groups.push([step])
  }
  return groups
}

/** Null when the deeds of both are those of one server that did them in some order. */
async function play(groups: readonly Step[][], chances: Random): Promise<string | null> {
  let orders: Deed[][] = [[]]
  let shown: number | null = null
  for (const steps of groups) {
    const first = chances.whole(2)
    const deeds = await Promise.all(
      steps.map((step, at) => {
        const replica = replicas[(first + at) % 2] as Connection
        return replica.write(tx => perform(tx, reader, step))
      }),
    )
    const [one, other] = deeds
    const ways = one && other ? [deeds, reversed(one, other)] : [deeds]
    const judged = orders
      .flatMap(order => ways.map(way => [...order, ...way]))
      .map(order => ({ order, ...judge(order) }))
    const page = await pageOn(replicas[chances.whole(2)] as Connection)
    const right = judged.filter(({ fault, shown }) => fault === null && shown === page)
    if (right.length === 0) return `${judged[0]?.fault ?? `page ${page}`} after ${JSON.stringify(deeds)}`
    orders = right.slice(0, MOST_ORDERS).map(({ order }) => order)
    shown = page
  }
  return leftWrong((replicas[0] as Connection).reader, shown)
}

/** The other order. Of a report that came twice, the second delivery is then the first. */
function reversed(one: Deed, other: Deed): Deed[] {
  const [before, after] = [one.step, other.step]
  const isTwice =
    before.kind === 'delivery' &&
    after.kind === 'delivery' &&
    after.delivery.again &&
    before.delivery.page === after.delivery.page
  return isTwice
    ? [
        { step: before, page: other.page },
        { step: after, page: one.page },
      ]
    : [other, one]
}

async function pageOn({ reader }: Connection): Promise<number | null> {
  const [place] = await reader.run<{ current_page: number }>('select current_page from read_progress', [])
  return place?.current_page ?? null
}
