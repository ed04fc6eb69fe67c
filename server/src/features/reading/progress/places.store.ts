import { type Selectable, sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
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

const BEGUN = [
  'id',
  'user_pk',
  'book_pk',
  'series_pk',
  'current_page',
  'percentage',
  'completed',
  'started_at',
] as const
const PLACE_COLUMNS = [...BEGUN, 'updated_at', 'completed_at', 'locator'] as const
const READ = ['user_pk', 'book_pk', 'read_at', 'saved_at', 'device', 'sign_in'] as const
const HISTORY_COLUMNS = [...READ, 'clocks', 'previous', 'jumped', 'devices', 'sitting'] as const

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

/** Writes any number of places, new and existing, by one statement. */
export async function savePlaces(tx: Tx, rows: readonly PlaceRow[]): Promise<void> {
  if (rows.length === 0) return
  await runPrepared(tx, 'progress.save', { rows: JSON.stringify(rows) }, (p, query) => {
    const given = tx.dialect.jsonRows<PlaceRow>(p.rows, {
      id: 'text',
      user_pk: 'bigint',
      book_pk: 'bigint',
      series_pk: 'bigint',
      current_page: 'bigint',
      percentage: 'double precision',
      completed: 'boolean',
      started_at: 'bigint',
      updated_at: 'bigint',
      completed_at: 'bigint',
      locator: 'text',
    })
    return query
      .insertInto('read_progress')
      .columns(PLACE_COLUMNS)
      .expression(
        query
          .selectFrom(given.as('given'))
          .select(PLACE_COLUMNS)
          // Without a condition SQLite parses the conflict clause as a join.
          .where(sql<boolean>`true`),
      )
      .onConflict(conflict =>
        conflict.columns(['user_pk', 'book_pk']).doUpdateSet(eb => ({
          series_pk: eb.ref('excluded.series_pk'),
          current_page: eb.ref('excluded.current_page'),
          percentage: eb.ref('excluded.percentage'),
          completed: eb.ref('excluded.completed'),
          started_at: eb.ref('excluded.started_at'),
          updated_at: eb.ref('excluded.updated_at'),
          completed_at: eb.ref('excluded.completed_at'),
          locator: eb.ref('excluded.locator'),
        })),
      )
  })
}

/** The same for their history. */
export async function saveHistory(tx: Tx, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return
  await runPrepared(tx, 'progress.history', { rows: JSON.stringify(rows) }, (p, query) => {
    const given = tx.dialect.jsonRows<HistoryRow>(p.rows, {
      user_pk: 'bigint',
      book_pk: 'bigint',
      read_at: 'bigint',
      saved_at: 'bigint',
      device: 'text',
      sign_in: 'text',
      clocks: 'text',
      previous: 'text',
      jumped: 'boolean',
      devices: 'text',
      sitting: 'text',
    })
    return query
      .insertInto('place_history')
      .columns(HISTORY_COLUMNS)
      .expression(query.selectFrom(given.as('given')).select(HISTORY_COLUMNS).where(sql<boolean>`true`))
      .onConflict(conflict =>
        conflict.columns(['user_pk', 'book_pk']).doUpdateSet(eb => ({
          read_at: eb.ref('excluded.read_at'),
          saved_at: eb.ref('excluded.saved_at'),
          device: eb.ref('excluded.device'),
          sign_in: eb.ref('excluded.sign_in'),
          clocks: eb.ref('excluded.clocks'),
          previous: eb.ref('excluded.previous'),
          jumped: eb.ref('excluded.jumped'),
          devices: eb.ref('excluded.devices'),
          sitting: eb.ref('excluded.sitting'),
        })),
      )
  })
}

export type DevicesRow = Pick<HistoryRow, 'book_pk' | 'devices' | 'clocks'>

/** Writes places and clocks of devices if nothing else changes. */
export async function saveDevices(tx: Tx, userPk: number, rows: readonly DevicesRow[]): Promise<void> {
  if (rows.length === 0) return
  // The user is in each row: with a constant, SQLite without statistics would read all rows of the user for each book.
  const values = { rows: JSON.stringify(rows.map(row => ({ user_pk: userPk, ...row }))) }
  await runPrepared(tx, 'progress.devices', values, (p, query) => {
    const given = tx.dialect.jsonRows<DevicesRow & { user_pk: number }>(p.rows, {
      user_pk: 'bigint',
      book_pk: 'bigint',
      devices: 'text',
      clocks: 'text',
    })
    return query
      .updateTable('place_history')
      .from(given.as('given'))
      .set(eb => ({ devices: eb.ref('given.devices'), clocks: eb.ref('given.clocks') }))
      .whereRef('place_history.user_pk', '=', 'given.user_pk')
      .whereRef('place_history.book_pk', '=', 'given.book_pk')
  })
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
