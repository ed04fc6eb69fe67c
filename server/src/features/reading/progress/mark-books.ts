import { sql } from 'kysely'
import { lockTogether, type Tx } from '../../../db'
import type { Source } from './newest-reading.rules'
import type { Place } from './progress.rules'
import { type ReadBook, recordPlaces } from './record-place'
import { lockProgressOfBooks, lockSeriesProgress } from './series-sums.store'

/** Books per statement: their rows become one JSON text. */
const BOOKS_AT_ONCE = 500

export interface MarkedBook extends ReadBook {
  readonly page_count: number
}

/** The reader, and the source of the mark. */
export interface Marking extends Source {
  /** Key of the reader. */
  readonly user: number
}

/** The place in a book marked as read. */
export function endOf({ page_count }: Pick<MarkedBook, 'page_count'>): Place {
  return { page: Math.max(1, page_count), percentage: 1, completed: true }
}

/**
 * Marks books as read or unread, deliberately and now. Returns the changed ones; books already read keep their date of
 * completion.
 */
export async function markBooks(
  tx: Tx,
  marking: Marking,
  books: readonly MarkedBook[],
  mark: 'read' | 'unread',
  now: number,
): Promise<ReadBook[]> {
  await lockProgressOfBooks(tx, books)
  return markLocked(tx, marking, books, mark, now)
}

async function markLocked(
  tx: Tx,
  marking: Marking,
  books: readonly MarkedBook[],
  mark: 'read' | 'unread',
  now: number,
): Promise<ReadBook[]> {
  const changed: ReadBook[] = []
  for (let at = 0; at < books.length; at += BOOKS_AT_ONCE) {
    const some = books.slice(at, at + BOOKS_AT_ONCE)
    const read = new Set(mark === 'read' ? await readAmong(tx, marking.user, some) : [])
    const places = some
      .filter(book => !read.has(book.pk))
      .map(book => ({ book, place: mark === 'read' ? endOf(book) : null }))
    const outcomes = await recordPlaces(tx, { ...marking, readAt: null, deliberate: true }, places, now)
    for (const { kind, book } of outcomes) if (kind === 'saved' || kind === 'unread') changed.push(book)
  }
  return changed
}

/**
 * The same for all books of some series: live ones as read, and every one with a place as unread. All series are locked
 * first, together; then the books of one at a time are read, because there may be many.
 */
export async function markSeries(
  tx: Tx,
  marking: Marking,
  seriesPks: readonly number[],
  mark: 'read' | 'unread',
  now: number,
): Promise<ReadBook[]> {
  if (seriesPks.length === 0) return []
  const look = async () => ({
    found: undefined,
    keys: mark === 'read' ? [] : await seriesOfBegunBooks(tx, marking.user, seriesPks),
  })
  await lockTogether(tx, seriesPks, keys => lockSeriesProgress(tx, keys), look)
  const changed: ReadBook[] = []
  for (const seriesPk of new Set(seriesPks)) {
    const books = await (mark === 'read' ? openBooks : begunBooks)(tx, marking.user, seriesPk)
    changed.push(...(await markLocked(tx, marking, books, mark, now)))
  }
  return changed
}

async function readAmong(tx: Tx, user: number, books: readonly ReadBook[]): Promise<number[]> {
  if (books.length === 0) return []
  const rows = await tx.query
    .selectFrom('read_progress')
    .select('book_pk')
    .where('user_pk', '=', user)
    .where(sql<boolean>`completed`)
    .where(
      'book_pk',
      'in',
      books.map(book => book.pk),
    )
    .execute()
  return rows.map(row => row.book_pk)
}

function openBooks(tx: Tx, user: number, seriesPk: number): Promise<MarkedBook[]> {
  return tx.query
    .selectFrom('books')
    .leftJoin('read_progress', join =>
      join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', user),
    )
    .where('books.series_pk', '=', seriesPk)
    .where(sql<boolean>`not books.deleted`)
    .where(sql<boolean>`(read_progress.pk is null or not read_progress.completed)`)
    .select(['books.pk', 'books.page_count', 'books.series_pk'])
    .execute()
}

/** Where the books are by now whose places are counted in these series. */
async function seriesOfBegunBooks(tx: Tx, user: number, seriesPks: readonly number[]): Promise<number[]> {
  const rows = await tx.query
    .selectFrom('read_progress')
    .innerJoin('books', 'books.pk', 'read_progress.book_pk')
    .where('read_progress.user_pk', '=', user)
    .where('read_progress.series_pk', 'in', seriesPks)
    .select('books.series_pk')
    .distinct()
    .execute()
  return rows.map(row => row.series_pk)
}

function begunBooks(tx: Tx, user: number, seriesPk: number): Promise<MarkedBook[]> {
  return tx.query
    .selectFrom('read_progress')
    .innerJoin('books', 'books.pk', 'read_progress.book_pk')
    .where('read_progress.user_pk', '=', user)
    .where('read_progress.series_pk', '=', seriesPk)
    .select(['books.pk', 'books.page_count', 'books.series_pk'])
    .execute()
}
