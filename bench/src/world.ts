import type { Floor } from './floor/floor'
import type { Load } from './load/load'
import type { Options } from './options'
import type { Api } from './server/api'
import type { Octavo } from './server/octavo'

export interface BookSample {
  readonly id: string
  readonly seriesId: string
  readonly libraryId: string
  readonly title: string
  readonly path: string
  readonly fileFormat: string
  readonly pageCount: number
}

/** A server with a library in it, and enough of its ids to ask about. */
export interface World {
  readonly octavo: Octavo
  readonly api: Api
  readonly libraryId: string
  readonly total: number
  readonly books: readonly BookSample[]
  readonly series: readonly { readonly id: string; readonly title: string }[]
}

/** Dependencies of all rows. */
export interface Bench {
  readonly options: Options
  readonly load: Load
  readonly floor: Floor
  readonly world: World
  /** The same with 2,000 books, where growth is measured. */
  readonly small: World | null
}

interface Page<T> {
  readonly data: readonly T[]
  readonly total: number
  readonly totalPages: number
}

const SAMPLE_PAGES = 4
const LARGEST_PAGE = 500

/** Samples a server: up to 2,000 books and series of its largest library, spread across it. */
export async function explore(octavo: Octavo, api: Api): Promise<World> {
  const libraryId = await largestLibrary(api)
  const books = await spread<BookSample>(api, '/api/v1/books/list', libraryId)
  const series = await spread<{ id: string; title: string }>(api, '/api/v1/series/list', libraryId)
  return { octavo, api, libraryId, total: books.total, books: books.data, series: series.data }
}

/** The one that most of the first books are of. */
async function largestLibrary(api: Api): Promise<string> {
  const { data } = await api.get<Page<BookSample>>(`/api/v1/books?pageSize=${LARGEST_PAGE}`)
  const counts = new Map<string, number>()
  for (const { libraryId } of data) counts.set(libraryId, (counts.get(libraryId) ?? 0) + 1)
  const [largest] = [...counts].sort(([, a], [, b]) => b - a)
  if (!largest) throw new Error('The library is empty')
  return largest[0]
}

async function spread<T>(api: Api, path: string, libraryId: string): Promise<{ data: T[]; total: number }> {
  const body = { condition: { libraryId: { operator: 'is', value: libraryId } } }
  const page = (number: number) => api.send<Page<T>>('POST', `${path}?page=${number}&pageSize=${LARGEST_PAGE}`, body)
  const first = await page(1)
  const step = Math.max(1, Math.floor(first.totalPages / SAMPLE_PAGES))
  const data = [...first.data]
  for (let taken = 1; taken < SAMPLE_PAGES && 1 + taken * step <= first.totalPages; taken++) {
    data.push(...(await page(1 + taken * step)).data)
  }
  return { data, total: first.total }
}
