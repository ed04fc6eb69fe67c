import { type Selectable, type SqlBool, sql } from 'kysely'
import { insertRows, type Tx, valueList } from '../../../db'
import type { JournalRow } from '../../../db/lineage.types'
import type { RegroupingsTable } from '../../../db/schema/regroupings'
import { newId } from '../../../kernel/ids'

export type RegroupingRow = Selectable<RegroupingsTable>
export type RegroupingAction = 'merge_series' | 'split_series' | 'move_books' | 'merge_books'

/** JSON details of a regrouping besides its columns. */
export interface Details {
  /** Titles of the merged subjects, or of the series that books left. */
  readonly from: readonly string[]
  /** Books to move. */
  readonly bookPks?: readonly number[]
  /** The alternate title that the merge added. */
  readonly titlePk?: number
}

/** A change to revert: of a book's series, or of a row that was passed on. */
export type Said =
  | { readonly book: { readonly pk: number; readonly seriesPk: number; readonly isChosen: boolean } }
  | { readonly row: JournalRow }

export interface NewRegrouping {
  readonly libraryPk: number
  readonly action: RegroupingAction
  readonly seriesPk?: number
  readonly bookPk?: number
  readonly fromSeriesPk?: number
  readonly fromBookPk?: number
  readonly details: Details
  readonly books: number
  readonly userPk: number
  readonly at: number
}

export async function insertRegrouping(tx: Tx, made: NewRegrouping): Promise<RegroupingRow> {
  const user = await tx.query.selectFrom('users').select('username').where('pk', '=', made.userPk).executeTakeFirst()
  return tx.query
    .insertInto('regroupings')
    .values({
      id: newId(),
      library_pk: made.libraryPk,
      action: made.action,
      series_pk: made.seriesPk ?? null,
      book_pk: made.bookPk ?? null,
      from_series_pk: made.fromSeriesPk ?? null,
      from_book_pk: made.fromBookPk ?? null,
      state: 'running',
      details: JSON.stringify(made.details),
      books: made.books,
      user_pk: user ? made.userPk : null,
      user_name: user?.username ?? null,
      at: made.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The current state of a regrouping; locks its row until the transaction ends. */
export async function regroupingByKey(tx: Tx, pk: number): Promise<RegroupingRow | undefined> {
  return tx.query
    .selectFrom('regroupings')
    .selectAll()
    .where('pk', '=', pk)
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirst()
}

export function detailsOf({ details }: Pick<RegroupingRow, 'details'>): Details {
  return JSON.parse(details) as Details
}

export async function setRegrouping(
  tx: Tx,
  pk: number,
  change: { readonly state?: 'done' | 'undoing'; readonly details?: Details; readonly undoneAt?: number },
): Promise<void> {
  const { state, details, undoneAt } = change
  await tx.query
    .updateTable('regroupings')
    .set({
      ...(state && { state }),
      ...(details && { details: JSON.stringify(details) }),
      ...(undoneAt !== undefined && { undone_at: undoneAt }),
    })
    .where('pk', '=', pk)
    .execute()
}

/** Records changes in the order in which they are to be reverted. */
export async function noteChanges(tx: Tx, regroupingPk: number, said: readonly Said[]): Promise<void> {
  if (said.length === 0) return
  const rows = said.map(each => ({ regrouping_pk: regroupingPk, said: JSON.stringify(each) }))
  await insertRows(tx, 'regrouped_rows', rows)
}

/** The next changes to revert. */
export async function nextChanges(
  tx: Tx,
  regroupingPk: number,
  limit: number,
): Promise<{ readonly pk: number; readonly said: Said }[]> {
  const rows = await tx.query
    .selectFrom('regrouped_rows')
    .select(['pk', 'said'])
    .where('regrouping_pk', '=', regroupingPk)
    .orderBy('pk')
    .limit(limit)
    .execute()
  return rows.map(({ pk, said }) => ({ pk, said: JSON.parse(said) as Said }))
}

/** Whether more than so many changes are to be reverted. */
export async function hasMoreChanges(tx: Tx, regroupingPk: number, most: number): Promise<boolean> {
  const row = await tx.query
    .selectFrom('regrouped_rows')
    .select('pk')
    .where('regrouping_pk', '=', regroupingPk)
    .orderBy('pk')
    .limit(1)
    .offset(most)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetChanges(tx: Tx, pks: readonly number[]): Promise<void> {
  await tx.query.deleteFrom('regrouped_rows').where('pk', 'in', pks).execute()
}

/** Whether one of these series, or a book of theirs, is being regrouped right now. */
export async function isRegrouped(tx: Tx, seriesPks: readonly number[]): Promise<boolean> {
  const ofBook = sql<SqlBool>`exists (select 1 from books where books.pk in (regroupings.book_pk, regroupings.from_book_pk)
    and books.series_pk in ${valueList(seriesPks)})`
  const row = await tx.query
    .selectFrom('regroupings')
    .select('pk')
    .where('state', 'in', ['running', 'undoing'])
    .where(eb => eb.or([eb('series_pk', 'in', seriesPks), eb('from_series_pk', 'in', seriesPks), ofBook]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes regroupings before a time with their changes, in limited steps. They cannot be undone any more. */
export async function deleteRegroupings(tx: Tx, before: number, limit: number): Promise<number> {
  const old = tx.query.selectFrom('regroupings').select('pk').where('at', '<', before).where('state', '=', 'done')
  const rows = tx.query.selectFrom('regrouped_rows').select('pk').where('regrouping_pk', 'in', old).limit(limit)
  const noted = await tx.query.deleteFrom('regrouped_rows').where('pk', 'in', rows).executeTakeFirst()
  const deleted = Number(noted.numDeletedRows)
  if (deleted >= limit) return deleted
  const some = old.orderBy('at').limit(limit - deleted)
  const gone = await tx.query.deleteFrom('regroupings').where('pk', 'in', some).executeTakeFirst()
  return deleted + Number(gone.numDeletedRows)
}
