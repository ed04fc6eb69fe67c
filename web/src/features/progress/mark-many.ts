import { api } from '../../api/client'
import { chunksOf, type Marked, type PlacesBefore, placesBefore, putBack } from './places-before'

export type Mark = 'read' | 'unread'

/** What the server takes at once. */
const most = { books: 500, series: 100 } as const

/**
 * Marks books, or all books of series. Answers how to take it back: what had been read is so again, and what had been
 * begun is where it was. Null when nobody knows what had been.
 */
export async function markMany(
  kind: Marked,
  ids: readonly string[],
  mark: Mark,
): Promise<(() => Promise<void>) | null> {
  const before = await placesBefore(kind, ids).catch(() => null)
  await send(kind, ids, mark)
  return before && (() => takeBack(before, mark))
}

async function takeBack({ unread, read, begun }: PlacesBefore, mark: Mark): Promise<void> {
  if (mark === 'read') await send('books', unread, 'unread')
  else await send('books', read, 'read')
  await putBack(begun)
}

async function send(kind: Marked, ids: readonly string[], mark: Mark): Promise<void> {
  for (const few of chunksOf(ids, most[kind])) {
    if (kind === 'books') await api.post(`/api/v1/books/bulk/${mark}`, { body: { bookIds: few } })
    else await api.post(`/api/v1/series/bulk/${mark}`, { body: { seriesIds: few } })
  }
}
