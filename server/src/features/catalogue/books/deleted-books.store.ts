import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db'

/** A deleted book and its cover version. */
export interface DeletedBook {
  readonly bookId: string
  readonly version: string | null
}

/** Deletes up to `limit` books of a library with all their rows, and returns their ids. */
export async function deleteBooksOfLibrary(tx: Tx, libraryPk: number, limit: number): Promise<DeletedBook[]> {
  const some = tx.query
    .selectFrom('books')
    .select('pk')
    .where('folder_pk', 'in', db => db.selectFrom('library_folders').select('pk').where('library_pk', '=', libraryPk))
    .limit(limit)
  const rows = await tx.query.deleteFrom('books').where('pk', 'in', some).returning(['id', 'cover_version']).execute()
  return rows.map(row => ({ bookId: row.id, version: row.cover_version }))
}

/** A permanently deleted book and its series. */
export interface PurgedBook extends DeletedBook {
  readonly seriesPk: number
}

/** Selects hidden books of a library, of a series, or one; optionally only those hidden before a moment. */
export interface HiddenBooks {
  readonly libraryPk: number
  readonly seriesPk?: number | undefined
  readonly bookPk?: number | undefined
  readonly before?: number | undefined
}

/** Files of merged books exist: a scan would add them as new books. */
const isGone = sql<SqlBool>`(merged_into_pk is null or deleted_at is not null)`

/** Permanently deletes up to `limit` hidden books, with everyone's progress in them. */
export async function purgeHidden(
  tx: Tx,
  { libraryPk, seriesPk, bookPk, before }: HiddenBooks,
  limit: number,
): Promise<PurgedBook[]> {
  let some = tx.query.selectFrom('books').select('pk').where('deleted', '=', true).where(isGone).limit(limit)
  some = seriesPk === undefined ? some.where('library_pk', '=', libraryPk) : some.where('series_pk', '=', seriesPk)
  if (bookPk !== undefined) some = some.where('pk', '=', bookPk)
  if (before !== undefined) some = some.where('deleted_at', '<', before)
  // Locks first: after waiting for a scan, the delete would remove books that the scan has just found again.
  const hidden = await some.modifyEnd(tx.dialect.forDelete).execute()
  if (hidden.length === 0) return []
  const pks = hidden.map(({ pk }) => pk)
  const rows = await tx.query
    .deleteFrom('books')
    .where('pk', 'in', pks)
    .returning(['id', 'cover_version', 'series_pk'])
    .execute()
  return rows.map(row => ({ bookId: row.id, version: row.cover_version, seriesPk: row.series_pk }))
}
