import type { Tx } from '../../db'
import { renumberSeries } from '../analysis'
import { bookStore } from '../books'
import { libraryStore } from '../libraries'
import { recountSeriesForAll } from '../progress'
import { refreshSeries } from '../series'
import type { DoomedBook } from './doomed-books.queries'

/** Hides books whose files are gone, as a scan does: what readers kept of them stays until they are purged. */
export async function hideDeleted(tx: Tx, books: readonly DoomedBook[], now: number): Promise<void> {
  if (books.length === 0) return
  for (const [libraryPk, part] of Map.groupBy(books, book => book.library_pk)) {
    const pks = part.map(book => book.pk)
    const hidden = await bookStore.setDeleted(tx, libraryPk, pks, { at: now, seen: now, now })
    await bookStore.tellBooks(tx, hidden, 'book_deleted')
  }
  for (const seriesPk of new Set(books.map(book => book.series_pk))) {
    await renumberSeries(tx, seriesPk)
    await refreshSeries(tx, seriesPk, now)
    await recountSeriesForAll(tx, seriesPk)
  }
  for (const libraryPk of new Set(books.map(book => book.library_pk))) {
    await libraryStore.refreshLibraryCounts(tx, libraryPk)
  }
}
