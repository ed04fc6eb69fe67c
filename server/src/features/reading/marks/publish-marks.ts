import type { Tx } from '../../../db'
import type { MarkedBook } from './mark.types'

/** Marks are private: only the user's own open pages are notified. */
export function publishMarks(tx: Tx, userPk: number, books: Iterable<MarkedBook>): void {
  for (const { id: bookId, series_id: seriesId, library_id: libraryId, library_pk: libraryPk } of books) {
    const event = { type: 'book_updated', bookId, seriesId, libraryId, fields: ['marks'] } as const
    tx.publish({ channel: 'entity', event: { ...event, fields: [...event.fields] }, to: { libraryPk, userPk } })
  }
}
