import type { Tx } from '../../../db'
import { bookStore } from '../../catalogue/books'
import { libraryStore } from '../../catalogue/libraries'
import type { SeriesPlace } from '../../catalogue/naming'
import {
  deleteEmptySeries,
  findSeriesAt,
  insertSeries,
  publishSeriesEvent,
  refreshSeries,
  seriesFields,
} from '../../catalogue/series'
import { lockSeriesProgress, recountSeriesForAll } from '../../reading/progress'
import type { WaitingBook } from './analysis.types'

const NO_BOOKS = { books: 0, volumes: 0, maxVolume: null, maxChapter: null }

interface Destined {
  readonly book: WaitingBook
  readonly movesTo: SeriesPlace | null
}

/** Locks the series of books, and those that they move to, before anything is written: in the order of every other move. */
export async function lockSeriesOf(tx: Tx, books: readonly Destined[]): Promise<void> {
  // On SQLite a write transaction is exclusive already.
  if (tx.dialect.kind === 'sqlite') return
  const between = new Set<number>()
  for (const { book, movesTo } of books) {
    if (movesTo === null) continue
    const known = await findSeriesAt(tx, book.library_pk, movesTo.path)
    between.add(book.series_pk)
    if (known) between.add(known.pk)
  }
  await lockSeriesProgress(tx, between)
  await seriesFields.lockSeries(tx, [...between, ...books.map(({ book }) => book.series_pk)])
}

/**
 * Moves a book to the series in its metadata, creating it if necessary. Returns its key; that of the former series if
 * the book is in another library by now.
 */
export async function moveToSeries(tx: Tx, book: WaitingBook, place: SeriesPlace, now: number): Promise<number> {
  const libraryPk = book.library_pk
  const known = await findSeriesAt(tx, libraryPk, place.path)
  const { pk, isNew } = known
    ? { ...known, isNew: false }
    : await insertSeries(tx, { libraryPk, ...place }, NO_BOOKS, now)
  if (!(await bookStore.setSeries(tx, book.pk, pk))) {
    if (isNew) await deleteEmptySeries(tx, [pk])
    return book.series_pk
  }
  for (const series of [book.series_pk, pk]) {
    await refreshSeries(tx, [series], now)
    await recountSeriesForAll(tx, series)
  }
  await libraryStore.refreshLibraryCounts(tx, libraryPk)
  return pk
}

/** Gives the series of a book the title in the book's metadata, unless the title of the series is locked. */
export async function retitleSeries(tx: Tx, book: WaitingBook, title: string, now: number): Promise<void> {
  const { changed } = await seriesFields.retitleSeries(tx, book.series_pk, title, now)
  if (!changed) return
  const series = { id: book.series_id, library_id: book.library_id, library_pk: book.library_pk }
  publishSeriesEvent(tx, series, 'series_updated', ['title', 'titleSort'])
}
