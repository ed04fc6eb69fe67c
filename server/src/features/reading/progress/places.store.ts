import { type Selectable, sql } from 'kysely'
import { insertRows, runPrepared, type Tx, updateRows } from '../../../db'
import type { PlaceHistoryTable, ReadProgressTable } from '../../../db/schema/progress'

export type ProgressRow = Selectable<ReadProgressTable>
/** A place to be written, without its key. */
export type PlaceRow = Omit<ProgressRow, 'pk'>
export type HistoryRow = Selectable<PlaceHistoryTable>

/** A book with a reader's place and its history. */
export interface KnownRow extends Nullable<Omit<PlaceRow, 'book_pk' | 'user_pk' | 'series_pk'>> {
  readonly book_pk: number
  /** The current series of the book. */
  readonly series_pk: number
  readonly deleted: boolean
  /** The series in which the place is counted; null without a place. */
  readonly counted_in: number | null
  readonly read_at: number | null
  readonly saved_at: number | null
  readonly device: string | null
  readonly sign_in: string | null
  readonly clocks: string | null
  readonly previous: string | null
  readonly jumped: boolean | null
  readonly devices: string | null
  readonly sitting: string | null
  readonly page_count: number
}

type Nullable<T> = { readonly [Name in keyof T]: T[Name] | null }

const BY = ['user_pk', 'book_pk'] as const

/** The books, with the reader's places and their history. */
export function knownPlaces(tx: Tx, userPk: number, bookPks: readonly number[]): Promise<KnownRow[]> {
  const values = { userPk, books: JSON.stringify(bookPks) }
  return runPrepared<KnownRow, typeof values>(tx, 'progress.known', values, (p, query) =>
    query
      .selectFrom('books')
      .leftJoin('read_progress', join =>
        join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', p.userPk),
      )
      .leftJoin('place_history', join =>
        join.onRef('place_history.book_pk', '=', 'books.pk').on('place_history.user_pk', '=', p.userPk),
      )
      .select(['books.pk as book_pk', 'books.series_pk', 'books.deleted', 'books.page_count', 'read_progress.id'])
      .select(['read_progress.series_pk as counted_in'])
      .select(['current_page', 'percentage', 'completed', 'started_at', 'read_progress.updated_at', 'completed_at'])
      .select(['locator', 'read_at', 'saved_at', 'device', 'sign_in', 'clocks', 'previous', 'jumped', 'devices'])
      .select('sitting')
      .where(tx.dialect.isKeyOf(sql.ref('books.pk'), p.books)),
  )
}

/** Writes any number of places, new and existing. */
export async function savePlaces(tx: Tx, rows: readonly PlaceRow[]): Promise<void> {
  await insertRows(tx, 'read_progress', rows, { known: { by: BY, keeps: ['id'] } })
}

/** The same for their history. */
export async function saveHistory(tx: Tx, rows: readonly HistoryRow[]): Promise<void> {
  await insertRows(tx, 'place_history', rows, { known: { by: BY } })
}

export type DevicesRow = Pick<HistoryRow, 'book_pk' | 'devices' | 'clocks'>

/** Writes places and clocks of devices if nothing else changes. */
export async function saveDevices(tx: Tx, userPk: number, rows: readonly DevicesRow[]): Promise<void> {
  // The user is in each row: with a constant, SQLite without statistics would read all rows of the user for each book.
  const own = rows.map(row => ({ user_pk: userPk, ...row }))
  await updateRows(tx, 'place_history', 'devices', own, { by: BY })
}

export async function deletePlaces(tx: Tx, userPk: number, bookPks: readonly number[]): Promise<void> {
  if (bookPks.length === 0) return
  await runPrepared(tx, 'progress.delete', { userPk, books: JSON.stringify(bookPks) }, (p, query) =>
    query
      .deleteFrom('read_progress')
      .where('user_pk', '=', p.userPk)
      .where(tx.dialect.isKeyOf(sql.ref('book_pk'), p.books)),
  )
}
