import type { Tx } from '../../../db'
import { bookStore } from '../../catalogue/books'
import { libraryStore, publishLibraryEvent } from '../../catalogue/libraries'
import { renumberSeries } from '../../catalogue/numbering'
import { refreshSeries } from '../../catalogue/series'
import { lockSeriesProgress, recountSeriesForAll } from '../../reading/progress'
import { noteChanges, type RegroupingRow } from './regroupings.store'
import { type BookSubject, seriesSubjects } from './subjects.queries'

export const MOVED_FIELDS = ['seriesId', 'seriesName']

type Moved = Pick<BookSubject, 'pk' | 'series_pk' | 'series_chosen'>

/** Moves some books to the series of a regrouping, and records their former series. */
export async function moveSome(
  tx: Tx,
  { pk, series_pk }: RegroupingRow,
  books: readonly Moved[],
  now: number,
): Promise<void> {
  if (series_pk === null || books.length === 0) return
  await lockSeriesProgress(tx, [series_pk, ...books.map(book => book.series_pk)])
  const place = { seriesPk: series_pk, isChosen: true, now }
  const pks = books.map(book => book.pk)
  const moved = new Set(await bookStore.chooseSeries(tx, pks, place))
  const noted = books
    .filter(book => moved.has(book.pk))
    .map(book => ({ book: { pk: book.pk, seriesPk: book.series_pk, isChosen: Boolean(book.series_chosen) } }))
  await noteChanges(tx, pk, noted)
  await bookStore.publishBookEvents(tx, [...moved], 'book_updated', MOVED_FIELDS)
}

/** Updates numbers, sums and progress of series that gained or lost books. */
export async function updateSeries(tx: Tx, seriesPks: readonly number[], now: number): Promise<void> {
  const pks = [...new Set(seriesPks)].sort((a, b) => a - b)
  if (pks.length === 0) return
  await lockSeriesProgress(tx, pks)
  for (const pk of pks) {
    await renumberSeries(tx, pk)
    await refreshSeries(tx, [pk], now)
    await recountSeriesForAll(tx, pk)
  }
  const libraries = new Map((await seriesSubjects(tx, pks)).map(row => [row.library_pk, row.library_id]))
  for (const [pk, id] of libraries) {
    await libraryStore.refreshLibraryCounts(tx, pk)
    publishLibraryEvent(tx, { pk, id }, 'library_updated')
  }
}
