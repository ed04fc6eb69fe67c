import { chunksOf } from '../../api/chunks'
import { api } from '../../api/client'
import type { ReadProgressResponse } from '../../api/types'

export type Mark = 'read' | 'unread'
export type Marked = 'books' | 'series'

/** The server's limit. */
const most = { books: 500, series: 100 } as const
const pageSize = 500
/** Undone one by one, a few at a time. */
const undosAtOnce = 4

type Known = { readonly id: string; readonly place: ReadProgressResponse | null }

/** Marks books, or all books of series. Returns an undo function; null if the changed books are unknown. */
export async function markMany(
  kind: Marked,
  ids: readonly string[],
  mark: Mark,
): Promise<(() => Promise<void>) | null> {
  const changed = await booksToChange(kind, ids, mark).catch(() => null)
  await send(kind, ids, mark)
  return changed && (() => undo(changed))
}

/** A book already marked so keeps its place and dates, and has nothing to undo. */
async function booksToChange(kind: Marked, ids: readonly string[], mark: Mark): Promise<string[]> {
  const known = kind === 'books' ? await progressOfBooks(ids) : await progressOfSeries(ids)
  return known.filter(({ place }) => (mark === 'read' ? !place?.completed : place)).map(({ id }) => id)
}

async function send(kind: Marked, ids: readonly string[], mark: Mark): Promise<void> {
  for (const few of chunksOf(ids, most[kind])) {
    if (kind === 'books') await api.post(`/api/v1/books/bulk/${mark}`, { body: { bookIds: few } })
    else await api.post(`/api/v1/series/bulk/${mark}`, { body: { seriesIds: few } })
  }
}

async function undo(ids: readonly string[]): Promise<void> {
  for (const few of chunksOf(ids, undosAtOnce)) {
    await Promise.all(few.map(id => api.post('/api/v1/books/{book_id}/progress/undo', { params: { book_id: id } })))
  }
}

async function progressOfBooks(ids: readonly string[]): Promise<Known[]> {
  if (ids.length === 1) {
    const [id = ''] = ids
    return [{ id, place: (await api.get('/api/v1/books/{book_id}/progress', { params: { book_id: id } })) ?? null }]
  }
  const { progress } = await api.get('/api/v1/progress')
  const places = new Map(progress.map(place => [place.bookId, place]))
  return ids.map(id => ({ id, place: places.get(id) ?? null }))
}

async function progressOfSeries(ids: readonly string[]): Promise<Known[]> {
  const known: Known[] = []
  for (const few of chunksOf(ids, most.series)) {
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
