import type { Tx } from '../../../db'
import { bookStore } from '../../catalogue/books'
import { libraryStore } from '../../catalogue/libraries'
import { renumberSeries } from '../../catalogue/numbering'
import { refreshSeries, seriesFields } from '../../catalogue/series'
import { lockSeriesProgress, recountSeriesForAll } from '../../reading/progress'
import { type DoomedBook, stillInPlace } from './doomed-books.queries'

/** Hides books whose files are gone, as a scan does: progress and edits stay until they are purged. */
export async function hideDeleted(tx: Tx, deleted: readonly DoomedBook[], now: number): Promise<void> {
  if (deleted.length === 0) return
  // Moving a book takes these locks too, so it cannot move meanwhile.
  const series = deleted.map(book => book.series_pk)
  await lockSeriesProgress(tx, series)
  await seriesFields.lockSeries(tx, series)
  const books = await stillInPlace(tx, deleted)
  for (const [libraryPk, part] of Map.groupBy(books, book => book.library_pk)) {
    const pks = part.map(book => book.pk)
    const hidden = await bookStore.setDeleted(tx, libraryPk, pks, { at: now, seen: now, now })
    await bookStore.publishBookEvents(tx, hidden, 'book_deleted')
  }
  for (const seriesPk of new Set(books.map(book => book.series_pk))) {
    await renumberSeries(tx, seriesPk)
    await refreshSeries(tx, [seriesPk], now)
    await recountSeriesForAll(tx, seriesPk)
  }
  for (const libraryPk of new Set(books.map(book => book.library_pk))) {
    await libraryStore.refreshLibraryCounts(tx, libraryPk)
  }
}
