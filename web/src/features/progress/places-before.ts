import type { Progression } from '@octavo/contract/publication'
import { api } from '../../api/client'
import type { ReadProgressResponse } from '../../api/types'

export type Marked = 'books' | 'series'

/** What of books was read before they were marked: enough to bring it back. */
export type PlacesBefore = {
  readonly unread: readonly string[]
  readonly read: readonly string[]
  readonly begun: readonly { readonly place: ReadProgressResponse; readonly exact: Progression | null }[]
}

type Known = { readonly id: string; readonly place: ReadProgressResponse | null }

const pageSize = 500
const fewSeries = 100
/** Exact places of ebooks are asked for one by one, a few at a time. */
const atOnce = 4

/** The places in books, or in all books of series. */
export async function placesBefore(kind: Marked, ids: readonly string[]): Promise<PlacesBefore> {
  const known = kind === 'books' ? await ofBooks(ids) : await ofSeries(ids)
  const begun = known.flatMap(({ place }) => (place && !place.completed ? [place] : []))
  const exact = await inTurns(begun, async place => ({ place, exact: await exactPlace(place.bookId) }))
  return {
    unread: known.filter(({ place }) => !place).map(({ id }) => id),
    read: known.filter(({ place }) => place?.completed).map(({ id }) => id),
    begun: exact,
  }
}

/** Puts back what was begun, with its exact places. */
export async function putBack(begun: PlacesBefore['begun']): Promise<void> {
  await inTurns(begun, async ({ place: { bookId, currentPage, progressPercentage }, exact }) => {
    await api.put('/api/v1/books/{book_id}/progress', {
      params: { book_id: bookId },
      body: { currentPage, progressPercentage, completed: false },
    })
    if (!exact) return
    await api.put('/api/v1/books/{book_id}/progression', {
      params: { book_id: bookId },
      body: { ...exact, modified: new Date().toISOString() },
    })
  })
}

async function ofBooks(ids: readonly string[]): Promise<Known[]> {
  if (ids.length === 1) {
    const [id = ''] = ids
    return [{ id, place: (await api.get('/api/v1/books/{book_id}/progress', { params: { book_id: id } })) ?? null }]
  }
  const { progress } = await api.get('/api/v1/progress')
  const places = new Map(progress.map(place => [place.bookId, place]))
  return ids.map(id => ({ id, place: places.get(id) ?? null }))
}

async function ofSeries(ids: readonly string[]): Promise<Known[]> {
  const known: Known[] = []
  for (const few of chunksOf(ids, fewSeries)) {
    const condition = { anyOf: few.map(value => ({ seriesId: { operator: 'is', value } })) }
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data, totalPages } = await api.post('/api/v1/books/list', {
        query: { page, pageSize },
        body: { condition },
      })
      known.push(...data.map(({ id, readProgress }) => ({ id, place: readProgress ?? null })))
      pages = totalPages
    }
  }
  return known
}

/** Of an ebook; null where there is none. */
async function exactPlace(bookId: string): Promise<Progression | null> {
  const known = await api
    .get('/api/v1/books/{book_id}/progression', { params: { book_id: bookId } })
    .catch(() => undefined)
  return known ?? null
}

export function* chunksOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const few of chunksOf(all, atOnce)) done.push(...(await Promise.all(few.map(work))))
  return done
}
