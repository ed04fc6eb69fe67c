import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../db'
import type { ReadProgressTable } from '../../db/schema/progress'
import { newId } from '../../kernel/ids'
import type { Place } from './progress.rules'

export type ProgressRow = Selectable<ReadProgressTable>

/** Of one statement, well below the parameters that a database takes. */
const ROWS_AT_ONCE = 500

export interface ReadBook {
  readonly userPk: number
  readonly bookPk: number
  readonly seriesPk: number
}

/** Keeps a place; the first one begins the book, the first completed one dates the end. */
export async function savePlace(tx: Tx, read: ReadBook, place: Place, now: number): Promise<ProgressRow> {
  await lockSeries(tx, read.seriesPk)
  const row = await tx.query
    .insertInto('read_progress')
    .values(newRow(read, place, now))
    .onConflict(conflict =>
      conflict.columns(['user_pk', 'book_pk']).doUpdateSet(eb => ({
        series_pk: read.seriesPk,
        current_page: place.page,
        percentage: place.percentage,
        completed: place.completed,
        updated_at: now,
        completed_at: place.completed ? eb.fn.coalesce('read_progress.completed_at', eb.val(now)) : null,
        locator: place.locator ?? null,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await recountSeries(tx, read.userPk, read.seriesPk)
  return row
}

/** Marks every live book of a series as read and answers how many were not. */
export async function completeSeries(tx: Tx, userPk: number, seriesPk: number, now: number): Promise<number> {
  await lockSeries(tx, seriesPk)
  const open = await tx.query
    .selectFrom('books')
    .leftJoin('read_progress', join =>
      join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', userPk),
    )
    .where('books.series_pk', '=', seriesPk)
    .where(sql<boolean>`not books.deleted`)
    .where(sql<boolean>`(read_progress.pk is null or not read_progress.completed)`)
    .select(['books.pk', 'books.page_count', 'books.series_pk'])
    .execute()
  await completeBooks(tx, userPk, open, now)
  return open.length
}

/**
 * Marks books as read and answers the series of those that were not, once for each book. Those that were stay as they
 * are, with the day on which they were finished.
 */
export async function completeBooks(
  tx: Tx,
  userPk: number,
  books: readonly { readonly pk: number; readonly page_count: number; readonly series_pk: number }[],
  now: number,
): Promise<number[]> {
  await lockSeriesProgress(
    tx,
    books.map(book => book.series_pk),
  )
  const changed: number[] = []
  for (let at = 0; at < books.length; at += ROWS_AT_ONCE) {
    const rows = books.slice(at, at + ROWS_AT_ONCE).map(({ pk, page_count, series_pk }) => {
      const place = { page: Math.max(1, page_count), percentage: 1, completed: true }
      return newRow({ userPk, bookPk: pk, seriesPk: series_pk }, place, now)
    })
    const written = await tx.query
      .insertInto('read_progress')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .columns(['user_pk', 'book_pk'])
          .doUpdateSet(eb => ({
            current_page: eb.ref('excluded.current_page'),
            percentage: 1,
            completed: true,
            updated_at: now,
            completed_at: now,
            locator: null,
          }))
          .where(sql<boolean>`not read_progress.completed`),
      )
      .returning('series_pk')
      .execute()
    changed.push(...written.map(row => row.series_pk))
  }
  for (const seriesPk of new Set(changed)) await recountSeries(tx, userPk, seriesPk)
  return changed
}

/** Forgets the places in books and answers their series, once for each place that there was. */
export async function forgetBooks(
  tx: Tx,
  userPk: number,
  books: readonly { readonly pk: number; readonly series_pk: number }[],
): Promise<number[]> {
  if (books.length === 0) return []
  await lockSeriesProgress(
    tx,
    books.map(book => book.series_pk),
  )
  const gone = await tx.query
    .deleteFrom('read_progress')
    .where('user_pk', '=', userPk)
    .where(
      'book_pk',
      'in',
      books.map(book => book.pk),
    )
    .returning('series_pk')
    .execute()
  const changed = gone.map(row => row.series_pk)
  for (const seriesPk of new Set(changed)) await recountSeries(tx, userPk, seriesPk)
  return changed
}

/** Forgets the place in one book; answers whether there was one. */
export async function forgetBook(tx: Tx, { userPk, bookPk, seriesPk }: ReadBook): Promise<boolean> {
  await lockSeries(tx, seriesPk)
  const { numDeletedRows } = await tx.query
    .deleteFrom('read_progress')
    .where('user_pk', '=', userPk)
    .where('book_pk', '=', bookPk)
    .executeTakeFirst()
  await recountSeries(tx, userPk, seriesPk)
  return numDeletedRows > 0n
}

/** Forgets the places in a whole series and answers how many there were. */
export async function forgetSeries(tx: Tx, userPk: number, seriesPk: number): Promise<number> {
  await lockSeries(tx, seriesPk)
  const { numDeletedRows } = await tx.query
    .deleteFrom('read_progress')
    .where('user_pk', '=', userPk)
    .where('series_pk', '=', seriesPk)
    .executeTakeFirst()
  await recountSeries(tx, userPk, seriesPk)
  return Number(numDeletedRows)
}

/**
 * Gives what readers kept of one book to another one that is the same. False, with nothing done, when somebody has read
 * in both: then neither place may be lost.
 */
export async function passOnPlaces(tx: Tx, fromBookPk: number, toBookPk: number): Promise<boolean> {
  const places = await tx.query
    .selectFrom('read_progress')
    .select(['pk', 'user_pk', 'book_pk'])
    .where('book_pk', 'in', [fromBookPk, toBookPk])
    .execute()
  if (new Set(places.map(({ user_pk }) => user_pk)).size < places.length) return false
  const passed = places.flatMap(({ pk, book_pk }) => (book_pk === fromBookPk ? [pk] : []))
  if (passed.length > 0) {
    await tx.query.updateTable('read_progress').set({ book_pk: toBookPk }).where('pk', 'in', passed).execute()
  }
  return true
}

/** The places in the books of a series that becomes part of another one: with the row of the first they would go, too. */
export async function passOnSeries(tx: Tx, fromSeriesPk: number, toSeriesPk: number): Promise<void> {
  await tx.query
    .updateTable('read_progress')
    .set({ series_pk: toSeriesPk })
    .where('series_pk', '=', fromSeriesPk)
    .execute()
}

/** Lets nobody read in these series until the transaction ends. To be called before books of them are written. */
export async function lockSeriesProgress(tx: Tx, seriesPks: Iterable<number>): Promise<void> {
  // In one order, so that two who lock several never wait for each other.
  for (const pk of [...new Set(seriesPks)].sort((a, b) => a - b)) await lockSeries(tx, pk)
}

/** Puts a series' sums right for every reader, after its books came, went or moved in from another series. */
export async function recountSeriesForAll(tx: Tx, seriesPk: number): Promise<void> {
  await lockSeries(tx, seriesPk)
  await tx.query
    .updateTable('read_progress')
    .set({ series_pk: seriesPk })
    .where(
      'book_pk',
      'in',
      // A book that moved is live. Without saying so the index of a series' books is not used, and all books are read.
      tx.query.selectFrom('books').select('pk').where('series_pk', '=', seriesPk).where(sql<boolean>`not deleted`),
    )
    .where('series_pk', '<>', seriesPk)
    .execute()
  const readers = await tx.query
    .selectFrom('read_progress')
    .select('user_pk')
    .distinct()
    .where('series_pk', '=', seriesPk)
    .union(tx.query.selectFrom('series_progress').select('user_pk').where('series_pk', '=', seriesPk))
    .execute()
  for (const { user_pk } of readers) await recountSeries(tx, user_pk, seriesPk)
}

/**
 * Two who read books of one series at once (two devices of one reader do) must not count without seeing each other.
 * Always the first statement that touches the series, so that nobody waits in a circle.
 */
async function lockSeries(tx: Tx, seriesPk: number): Promise<void> {
  await tx.dialect.lockName(`progress of series ${seriesPk}`).execute(tx.query)
}

/** Sums are counted anew from the rows they sum, so that they cannot drift. */
async function recountSeries(tx: Tx, userPk: number, seriesPk: number): Promise<void> {
  await tx.query.deleteFrom('series_progress').where('user_pk', '=', userPk).where('series_pk', '=', seriesPk).execute()
  await tx.query
    .insertInto('series_progress')
    .columns(['user_pk', 'series_pk', 'completed_count', 'in_progress_count', 'last_read_at'])
    .expression(query =>
      query
        .selectFrom('read_progress')
        .innerJoin('books', 'books.pk', 'read_progress.book_pk')
        .where('read_progress.user_pk', '=', userPk)
        .where('books.series_pk', '=', seriesPk)
        .where(sql<boolean>`not books.deleted`)
        .groupBy(['read_progress.user_pk', 'books.series_pk'])
        .select([
          'read_progress.user_pk',
          'books.series_pk',
          sql<number>`sum(case when read_progress.completed then 1 else 0 end)`.as('completed_count'),
          sql<number>`sum(case when read_progress.completed then 0 else 1 end)`.as('in_progress_count'),
          sql<number>`max(read_progress.updated_at)`.as('last_read_at'),
        ]),
    )
    .execute()
}

function newRow({ userPk, bookPk, seriesPk }: ReadBook, place: Place, now: number) {
  return {
    id: newId(),
    user_pk: userPk,
    book_pk: bookPk,
    series_pk: seriesPk,
    current_page: place.page,
    percentage: place.percentage,
    completed: place.completed,
    started_at: now,
    updated_at: now,
    completed_at: place.completed ? now : null,
    locator: place.locator ?? null,
  }
}
