import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db'

/** The series that a scan or rule assigns to a book, unless a person has chosen it. */
export function unlessChosen(seriesPk: unknown): RawBuilder<number> {
  return sql<number>`case when series_chosen then series_pk else cast(${seriesPk} as bigint) end`
}

/** Moves books of a library to a series chosen by a person, or back. Returns the moved ones. */
export async function chooseSeries(
  tx: Tx,
  bookPks: readonly number[],
  { seriesPk, isChosen, now }: { readonly seriesPk: number; readonly isChosen: boolean; readonly now: number },
): Promise<number[]> {
  if (bookPks.length === 0) return []
  const rows = await tx.query
    .updateTable('books')
    .set({ series_pk: seriesPk, series_chosen: isChosen, updated_at: now })
    .where('pk', 'in', bookPks)
    .where('library_pk', '=', db => db.selectFrom('series').select('library_pk').where('series.pk', '=', seriesPk))
    .returning('pk')
    .execute()
  return rows.map(row => row.pk)
}

/** Hides a book as another file of `heirPk`; its row keeps the file's path, so that no scan adds it as a new book. */
export async function hideMerged(tx: Tx, pk: number, heirPk: number, now: number): Promise<void> {
  await tx.query
    .updateTable('books')
    .set({ merged_into_pk: heirPk, deleted: true, deleted_at: null, updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

/** Shows a merged book again. False if it is gone, or merged into another book by now. */
export async function showMerged(tx: Tx, pk: number, heirPk: number, now: number): Promise<boolean> {
  const rows = await tx.query
    .updateTable('books')
    // Missing if its file was deleted meanwhile.
    .set({ merged_into_pk: null, deleted: sql<boolean>`deleted_at is not null`, updated_at: now })
    .where('pk', '=', pk)
    .where(sql<SqlBool>`merged_into_pk = ${heirPk}`)
    .returning('pk')
    .execute()
  return rows.length > 0
}
