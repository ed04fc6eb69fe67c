// Random queries of lists, through their routes, compared with the same query on a plain catalogue.
import { Hono } from 'hono'
import type { Connection } from '../../../server/src/db'
import { bookRoutes } from '../../../server/src/features/catalogue/books'
import { seriesRoutes } from '../../../server/src/features/catalogue/series'
import { recordPlace, UNATTRIBUTED } from '../../../server/src/features/reading/progress'
import { createBinder } from '../../../server/src/http/bind'
import type { HttpEnv } from '../../../server/src/http/identity'
import { createReplyCache } from '../../../server/src/http/reply-cache'
import { SYSTEM_VIEWER, type Viewer } from '../../../server/src/kernel/viewer'
import { type Random, random as randomOf } from '../../long/harness/random'
import { type Listed, randomCondition } from './conditions'
import { type Filled, fill, named, randomCatalogue, stemOf } from './fill'
import { meets, valuesOfBook, valuesOfSeries } from './judge'
import { type Limits, NO_LIMITS, randomLimits, sees, visibilityOf } from './limits'
import { bookOrders, compared, seriesOrders } from './orders'
import { liveBooks, type Plain, type PlainBook, type PlainSeries, READERS } from './plain'
import { hasWords, isFound, rankOf, textsOfBook, textsOfSeries } from './search'
import { chance, TYPED, text } from './words'

/** After this many queries something is written, which must invalidate the cache. */
const WRITES = 25
const SEEDS = [0, 7, 123_456_789]
const MOST_KEYS = 3
const LARGEST = 500

export interface Asked {
  readonly seed: number
  readonly series: number
  readonly questions: number
  /** Stops after this number of failures. */
  readonly mostFaults?: number
}

export interface Answered {
  readonly questions: number
  /** Items that were compared. */
  readonly items: number
  /** Failures, with the seed and the query. */
  readonly faults: readonly string[]
}

interface Question {
  readonly listed: Listed
  readonly reader: string
  readonly limits: Limits
  readonly condition: object | null
  readonly typed: string | null
  readonly includeDeleted: boolean
  readonly sort: readonly (readonly [field: string, direction: 'asc' | 'desc'])[] | null
}

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly totalPages: number
  readonly links: Readonly<Record<string, string>>
}

type Row = PlainBook | PlainSeries

/** Fills an empty database and queries it. */
export async function askAtRandom(connection: Connection, asked: Asked): Promise<Answered> {
  const random = randomOf(asked.seed)
  // A whole minute, as dates that are counted from now are.
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const plain = randomCatalogue(random.branch('catalogue'), asked.series, now)
  const world: World = {
    connection,
    plain,
    now,
    filled: await fill(connection, plain),
    viewer: { current: null },
    mixed: new Map(),
  }
  const ask = createAsk(world)
  const faults: string[] = []
  let items = 0
  for (const listed of ['books', 'series'] as const) faults.push(...(await learnMixed(world, ask, listed)))
  const questions = random.branch('questions')
  const writes = random.branch('writes')
  for (let number = 0; number < asked.questions && faults.length < (asked.mostFaults ?? 3); number++) {
    if (number % WRITES === WRITES - 1) await change(world, writes)
    const question = randomQuestion(questions, world)
    const expected = answerTo(question, world)
    const pageSize = 1 + questions.whole(chance(questions, 0.1) ? LARGEST : 40)
    const page = 1 + questions.whole(Math.ceil(expected.rows.length / pageSize) + 2)
    const answer = await ask(question, page, pageSize)
    items += answer.page.data.length
    const fault = faultOf(question, expected, answer, page, pageSize)
    if (fault)
      faults.push(`seed ${asked.seed}, question ${number}: ${fault} ${JSON.stringify({ ...question, page, pageSize })}`)
  }
  return { questions: asked.questions, items, faults }
}

interface World {
  readonly connection: Connection
  readonly plain: Plain
  readonly now: number
  readonly filled: Filled
  readonly viewer: { current: Viewer | null }
  /** Position of each row in a shuffled order, by list and seed. */
  readonly mixed: Map<string, ReadonlyMap<string, number>>
}

type Ask = (
  question: Question,
  page: number,
  pageSize: number,
) => Promise<{ page: Page; path: string; link: string | null }>

function createAsk({ connection, plain, filled, viewer }: World): Ask {
  const app = new Hono<HttpEnv>()
  app.use(async (context, next) => {
    if (viewer.current) context.set('identity', { kind: 'known', viewer: viewer.current, by: 'bearer' })
    await next()
  })
  const binder = createBinder(app)
  const deps = {
    reader: connection.reader,
    replies: createReplyCache(connection.memo),
  }
  bookRoutes(binder, deps)
  seriesRoutes(binder, deps)
  return async (question, page, pageSize) => {
    const { listed, reader, limits, condition, typed, includeDeleted, sort } = question
    viewer.current = {
      ...SYSTEM_VIEWER,
      userPk: filled.userPks.get(reader) ?? 0,
      userId: reader,
      permissions: new Set(['books-read', 'series-read', 'system-admin']),
      visibility: visibilityOf(limits, plain, filled),
    }
    const query = new URLSearchParams({ page: `${page}`, pageSize: `${pageSize}` })
    if (sort) query.set('sort', sort.map(key => key.join()).join(';'))
    const path = `/api/v1/${listed}/list`
    const request = new Request(`http://octavo${path}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ condition, fullTextSearch: typed, ...(includeDeleted && { includeDeleted }) }),
    })
    const response = await app.fetch(request, { peer: { address: '127.0.0.1', local: true } })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} ${body} for ${JSON.stringify(question)}`)
    return { page: JSON.parse(body) as Page, path: `${path}?${query}`, link: response.headers.get('link') }
  }
}

function randomQuestion(random: Random, { plain, now }: World): Question {
  const listed = random.pick(['books', 'books', 'series'] as const)
  const reader = random.pick(READERS)
  const fields = [
    ...Object.keys(listed === 'books' ? bookOrders(reader) : seriesOrders(reader)),
    ...SEEDS.map(seed => `random:${seed}`),
  ]
  const key = () => [random.pick(fields), random.pick(['asc', 'desc'] as const)] as const
  return {
    listed,
    reader,
    limits: randomLimits(random, plain),
    condition: chance(random, 0.7) ? randomCondition(random, listed, plain, now, 4) : null,
    typed: chance(random, 0.25) ? random.pick(TYPED) : null,
    includeDeleted: listed === 'books' && chance(random, 0.15),
    sort: chance(random, 0.9) ? Array.from({ length: 1 + random.whole(MOST_KEYS) }, key) : null,
  }
}

interface Expected {
  readonly rows: readonly Row[]
  /** No item has the words: similar words may be used, but only then. */
  readonly among: ReadonlySet<string> | null
}

function answerTo(question: Question, world: World): Expected {
  const { listed, reader, condition, limits, typed, includeDeleted } = question
  const seriesOf = (row: Row) => ('series' in row ? row.series : row)
  const all: readonly Row[] =
    listed === 'books'
      ? world.plain.books.filter(book => includeDeleted || !book.isDeleted)
      : world.plain.series.filter(series => liveBooks(series).length > 0)
  const valuesOf = (row: Row) => ('series' in row ? valuesOfBook(row, reader) : valuesOfSeries(row, reader))
  const met = all
    .filter(row => sees(limits, seriesOf(row)))
    .filter(row => condition === null || meets(valuesOf(row), condition, world.now))
  const textsOf = (row: Row) => ('series' in row ? textsOfBook(row) : textsOfSeries(row))
  const found = typed === null ? met : met.filter(row => isFound(typed, row.title, textsOf(row)))
  const among = typed !== null && found.length === 0 ? new Set(met.map(({ id }) => id)) : null
  return { rows: found.toSorted(comparison(question, world, found.length)), among }
}

/**
 * Beyond this number of matches, only titles that begin with the query are ranked; the others are sorted newest first.
 */
const MANY_FOUND = { books: 500, series: 200 }

function comparison(
  { listed, reader, sort, typed, includeDeleted }: Question,
  { mixed }: World,
  found: number,
): (a: Row, b: Row) => number {
  const byRank = sort === null ? typed !== null : ['relevance', 'score'].includes(sort[0]?.[0] ?? '')
  // Search rank alone needs no further sort than the default.
  const keys = sort === null || byRank ? [[listed === 'books' ? 'title' : 'name', 'asc'] as const] : sort
  const orders = (listed === 'books' ? bookOrders(reader) : seriesOrders(reader)) as Readonly<
    Record<string, (row: Row) => ReturnType<ReturnType<typeof bookOrders>[string]>>
  >
  return (a, b) => {
    if (byRank && typed !== null) {
      if (found > MANY_FOUND[listed] && !includeDeleted && hasWords(typed)) {
        const [one = false, other = false] = [a, b].map(row => rankOf(typed, row.titleSort ?? row.title) < 2)
        if (one !== other) return one ? -1 : 1
        if (!one) return b.pk - a.pk
      }
      const difference = rankOf(typed, a.titleSort ?? a.title) - rankOf(typed, b.titleSort ?? b.title)
      if (difference !== 0) return difference
    }
    for (const [field, direction] of keys) {
      const places = mixed.get(`${listed} ${field}`)
      const order = orders[field]
      const difference = places
        ? (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)
        : order
          ? compared(order(a), order(b))
          : Number.NaN
      if (difference !== 0) return direction === 'asc' ? difference : -difference
    }
    return keys.at(-1)?.[1] === 'desc' ? b.pk - a.pk : a.pk - b.pk
  }
}

/** The error of an answer; null if it is correct. */
function faultOf(
  _question: Question,
  { rows, among }: Expected,
  { page: found, path, link }: Awaited<ReturnType<Ask>>,
  page: number,
  pageSize: number,
): string | null {
  const ids = found.data.map(({ id }) => id)
  if (among) {
    const strange = ids.filter(id => !among.has(id))
    return strange.length > 0 ? `${strange} do not meet the condition` : null
  }
  const expected = rows.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id)
  const totalPages = Math.ceil(rows.length / pageSize)
  const numbers = JSON.stringify([found.page, found.pageSize, found.total, found.totalPages])
  const expectedNumbers = JSON.stringify([page, pageSize, rows.length, totalPages])
  if (numbers !== expectedNumbers) return `page, size, total and pages are ${numbers}, not ${expectedNumbers}`
  if (ids.join() !== expected.join()) return `the items are ${ids.map(short)}, not ${expected.map(short)}`
  return linkFault(found, path, link, page, pageSize, totalPages)
}

const short = (id: string) => Number(id.slice(24))

function linkFault(
  found: Page,
  path: string,
  link: string | null,
  page: number,
  pageSize: number,
  totalPages: number,
): string | null {
  const expected: Record<string, number> = {
    self: page,
    first: 1,
    ...(page > 1 && { prev: page - 1 }),
    ...(page < totalPages && { next: page + 1 }),
    last: Math.max(1, totalPages),
  }
  const there = new URL(path, 'http://octavo')
  const named = (address: string) => {
    const url = new URL(address, 'http://octavo')
    return JSON.stringify([
      address.startsWith('/'),
      url.pathname,
      url.searchParams.get('page'),
      url.searchParams.get('pageSize'),
      url.searchParams.get('sort'),
    ])
  }
  const wanted = Object.entries(expected).map(([rel, number]) => {
    return `${rel} ${JSON.stringify([true, there.pathname, `${number}`, `${pageSize}`, there.searchParams.get('sort')])}`
  })
  const inBody = Object.entries(found.links).map(([rel, address]) => `${rel} ${named(address)}`)
  const inHeader = [...(link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
    ([, address = '', rel]) => `${rel} ${named(address)}`,
  )
  const all = [wanted, inBody, inHeader].map(list => list.toSorted().join(' '))
  return new Set(all).size === 1 ? null : `the links are ${all[1]} and ${all[2]}, not ${all[0]}`
}

/** A random order lists everything once, and differs with each seed. */
async function learnMixed({ mixed, plain }: World, ask: Ask, listed: Listed): Promise<string[]> {
  const faults: string[] = []
  const orders = new Set<string>()
  const all = listed === 'books' ? plain.books : plain.series.filter(series => liveBooks(series).length > 0)
  for (const seed of SEEDS) {
    const places = new Map<string, number>()
    const field = `random:${seed}`
    const question: Question = {
      listed,
      reader: READERS[0],
      limits: NO_LIMITS,
      condition: null,
      typed: null,
      includeDeleted: true,
      sort: [[field, 'asc']],
    }
    for (let page = 1; page <= Math.ceil(all.length / LARGEST); page++) {
      const { data } = (await ask(question, page, LARGEST)).page
      for (const { id } of data) places.set(id, places.size)
    }
    if (places.size !== all.length) faults.push(`${field} has ${places.size} of ${all.length} ${listed}`)
    orders.add([...places.keys()].join())
    mixed.set(`${listed} ${field}`, places)
  }
  orders.add(all.map(({ id }) => id).join())
  if (orders.size !== SEEDS.length + 1) faults.push(`mixed orders of ${listed} are not mixed`)
  return faults
}

/** Somebody reads on in a book, and somebody changes a title. */
async function change({ connection, plain, filled, now }: World, random: Random): Promise<void> {
  const read = random.pick(plain.books)
  const reader = random.pick(READERS)
  const place = { at: now - 1 - random.whole(1000), completed: chance(random, 0.5) }
  const named_ = random.pick(plain.books)
  const [title, titleSort] = [text(random), chance(random, 0.3) ? text(random) : null]
  await connection.write(async tx => {
    const user = filled.userPks.get(reader) ?? 0
    const book = { pk: read.pk, series_pk: read.series.pk }
    const first = { page: 1, percentage: null, completed: place.completed }
    await recordPlace(tx, { ...UNATTRIBUTED, user, book, place: first }, place.at)
    await tx.query
      .updateTable('books')
      .set(named(title, titleSort, stemOf(named_.file)))
      .where('pk', '=', named_.pk)
      .execute()
  })
  read.places.set(reader, place)
  Object.assign(named_, { title, titleSort })
}
