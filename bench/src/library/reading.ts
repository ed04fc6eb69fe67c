import { type Api, api as as } from '../server/api'

const READER = { username: 'reader', email: 'reader@example.org', password: 'Correct horse 2!' }
const BOOKS = 10_000
const SESSIONS = 100_000
const AT_ONCE = 500
const YEARS_MS = 10 * 365 * 86_400_000
const SESSION_MS = 20 * 60_000
const DEVICES = ['phone', 'tablet', 'desktop', 'e-reader']
const WANTED = 200

interface ReadBook {
  readonly id: string
  readonly seriesId: string
  readonly fileFormat: string
  readonly pageCount: number
}

/** Somebody who has read for ten years: 10,000 places, 100,000 sessions, a queue, and a collection by rule. */
export interface ReadingWorld {
  readonly api: Api
  readonly books: readonly ReadBook[]
  readonly collectionId: string
}

/** Makes this reader, by the requests that apps send. `condition` is the rule of the collection. */
export async function makeReader(url: string, admin: Api, condition: object): Promise<ReadingWorld> {
  const api = await signUp(url, admin)
  const books = await firstHalves(api)
  const begin = Date.now() - YEARS_MS
  for (let from = 0; from < SESSIONS; from += AT_ONCE) {
    const sessions = Array.from({ length: AT_ONCE }, (_, at) => sessionOf(books, from + at, begin))
    const { rejected } = await api.send<{ rejected: unknown[] }>('POST', '/api/v1/reading-sessions', { sessions })
    if (rejected.length > 0) throw new Error(`A session was rejected: ${JSON.stringify(rejected[0])}`)
  }
  const wanted = books.slice(-WANTED)
  await api.send('POST', '/api/v1/want-to-read/bulk', {
    seriesIds: [...new Set(wanted.map(({ seriesId }) => seriesId))],
    bookIds: wanted.map(({ id }) => id),
  })
  const list = { name: 'By rule', condition, visibility: 'private' }
  const { id: collectionId } = await api.send<{ id: string }>('POST', '/api/v1/collections', list)
  return { api, books, collectionId }
}

async function signUp(url: string, admin: Api): Promise<Api> {
  await admin.send('POST', '/api/v1/users', { ...READER, role: 'reader' })
  const login = as(url, {})
  const { accessToken } = await login.send<{ accessToken: string }>('POST', '/api/v1/auth/login', READER)
  return as(url, { Authorization: `Bearer ${accessToken}` })
}

/** The first five books of each of the first series: there is always a next one. */
async function firstHalves(api: Api): Promise<ReadBook[]> {
  const books: ReadBook[] = []
  for (let page = 1; books.length < BOOKS; page++) {
    const path = `/api/v1/books/list?sort=series,asc&page=${page}&pageSize=${AT_ONCE}`
    const { data } = await api.send<{ data: ReadBook[] }>('POST', path, {})
    if (data.length === 0) throw new Error('There are not enough books to read')
    for (const series of Map.groupBy(data, book => book.seriesId).values()) books.push(...series.slice(0, 5))
  }
  return books.slice(0, BOOKS)
}

/** One book after the other in ten sessions each; a third of them to the end. */
function sessionOf(books: readonly ReadBook[], index: number, begin: number) {
  const rounds = SESSIONS / books.length
  const at = Math.floor(index / rounds)
  const book = books[at]
  const round = index % rounds
  const started = begin + index * (YEARS_MS / SESSIONS)
  const isLast = round === rounds - 1
  const isFinished = isLast && at % 3 === 0
  const pages = Math.max(1, book?.pageCount ?? 1)
  return {
    id: crypto.randomUUID(),
    bookId: book?.id,
    deviceId: DEVICES[at % DEVICES.length],
    deviceName: DEVICES[at % DEVICES.length],
    kind: isFinished ? 'completed' : 'progress',
    ...(book?.fileFormat === 'epub'
      ? { toPercentage: isFinished ? 1 : (round + 1) / (rounds + 1) }
      : { toPage: isFinished ? pages : 1 + Math.floor((round / rounds) * (pages - 1)) }),
    activeDurationMs: SESSION_MS,
    pagesRead: Math.min(pages, 10),
    clientStartedAt: new Date(started).toISOString(),
    clientEndedAt: new Date(started + SESSION_MS).toISOString(),
  }
}
