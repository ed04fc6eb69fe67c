import type { ReadingWorld } from '../library/reading'
import { percentile, type Result, type Target } from '../result'

interface Question {
  readonly name: string
  readonly path: (world: ReadingWorld) => string
  /** Of a POST; a GET without it. */
  readonly body?: object
  readonly target: Target
}

const ROW: Target = { p95Ms: 15 }
const STATISTICS: Target = { p95Ms: 50 }
const WARM_UPS = 20
const TIMES = 120
const TEN_YEARS = `from=${new Date(Date.now() - 10 * 366 * 86_400_000).toISOString()}`

const QUESTIONS: readonly Question[] = [
  { name: 'continue reading', path: () => '/api/v1/books/in-progress?pageSize=24', target: ROW },
  { name: 'on deck', path: () => '/api/v1/books/on-deck?pageSize=24', target: ROW },
  { name: 'recently read', path: () => '/api/v1/books/recently-read?limit=24', target: ROW },
  { name: 'want to read', path: () => '/api/v1/want-to-read?sort=custom&full=true', target: ROW },
  {
    name: 'collection by rule, page 1',
    path: ({ collectionId }) => `/api/v1/collections/${collectionId}/series/list?pageSize=50`,
    body: {},
    target: ROW,
  },
  {
    name: 'collection by rule, its count',
    path: ({ collectionId }) => `/api/v1/collections/${collectionId}`,
    target: ROW,
  },
  {
    name: 'statistics of ten years',
    path: () => `/api/v1/reading-stats?${TEN_YEARS}&granularity=month&timeZone=Europe/Berlin`,
    target: STATISTICS,
  },
  {
    name: 'statistics of ten years, by author',
    path: () => `/api/v1/reading-stats/by/author?${TEN_YEARS}`,
    target: STATISTICS,
  },
  {
    name: 'streak, pace and goals',
    path: () => '/api/v1/reading-stats/overview?timeZone=Europe/Berlin',
    target: STATISTICS,
  },
]

/** The names of these rows, for `--only`. */
export const readingRowNames = QUESTIONS.map(({ name }) => `reader of ten years: ${name}`)

/** What a reader of ten years waits for. Each question follows a saved place, so that no answer is a cached one. */
export async function readingRows(world: ReadingWorld, isWanted: (name: string) => boolean): Promise<Result[]> {
  const results: Result[] = []
  for (const [at, question] of QUESTIONS.entries()) {
    const row = readingRowNames[at] ?? ''
    if (!isWanted(row)) continue
    const times = await measure(world, question)
    const aloneMs = percentile(times, 0.5)
    const p95Ms = percentile(times, 0.95)
    results.push({ row, unit: 'requests/s', figure: 1000 / aloneMs, aloneMs, p95Ms, target: question.target })
  }
  return results
}

async function measure(world: ReadingWorld, { path, body }: Question): Promise<number[]> {
  const { api, books } = world
  const times: number[] = []
  for (let time = 0; time < WARM_UPS + TIMES; time++) {
    const book = books[(time * 7919) % books.length]
    await api.send('PUT', `/api/v1/books/${book?.id}/progress`, { currentPage: 1 + (time % 5) })
    const began = performance.now()
    if (body) await api.send('POST', path(world), body)
    else await api.get(path(world))
    if (time >= WARM_UPS) times.push(performance.now() - began)
  }
  return times
}
