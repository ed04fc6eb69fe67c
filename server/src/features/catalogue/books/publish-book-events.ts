import type { Tx } from '../../../db'

/** The BookEvent of an event about a book. */
export interface BookSubject {
  readonly id: string
  readonly series_id: string
  readonly library_id: string
  readonly library_pk: number
}

type BookEvent = 'book_created' | 'book_updated' | 'book_deleted'

/** To clients, hiding a book is a deletion, and showing it again a creation. */
export function publishBookEvent(tx: Tx, book: BookSubject, type: BookEvent, fields?: readonly string[]): void {
  const { id: bookId, series_id: seriesId, library_id: libraryId, library_pk: libraryPk } = book
  const event =
    type === 'book_updated' && fields
      ? { type, bookId, seriesId, libraryId, fields: [...fields] }
      : { type, bookId, seriesId, libraryId }
  tx.publish({ channel: 'entity', event, to: { libraryPk } })
}

export function publishBookCover(
  tx: Tx,
  { id: entityId, library_id: libraryId, library_pk: libraryPk }: BookSubject,
): void {
  tx.publish({
    channel: 'entity',
    event: { type: 'cover_updated', entityType: 'book', entityId, libraryId },
    to: { libraryPk },
  })
}

/** The same for many books by key: one query for all of them. */
export async function publishBookEvents(
  tx: Tx,
  bookPks: readonly number[],
  type: BookEvent,
  fields?: readonly string[],
): Promise<void> {
  if (bookPks.length === 0) return
  const books = await tx.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .select(['books.id', 'series.id as series_id', 'libraries.id as library_id', 'books.library_pk'])
    .where('books.pk', 'in', bookPks)
    .execute()
  for (const book of books) publishBookEvent(tx, book, type, fields)
}
