import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db'

/** The series that a scan or a rule gives a book, unless a person has chosen it. */
export function unlessChosen(seriesPk: unknown): RawBuilder<number> {
  return sql<number>`case when series_chosen then series_pk else cast(${seriesPk} as bigint) end`
}

/** Puts books of a library into a series for a person, or back into the one before. Answers which. */
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

/** Hides a book as another file of `heirPk`; its row remembers the file, so that no scan takes it for a new one. */
export async function hideMerged(tx: Tx, pk: number, heirPk: number, now: number): Promise<void> {
  await tx.query
    .updateTable('books')
    .set({ merged_into_pk: heirPk, deleted: true, deleted_at: null, updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

/** Shows a merged book again. False when it has gone, or is a file of another book by now. */
export async function showMerged(tx: Tx, pk: number, heirPk: number, now: number): Promise<boolean> {
  const rows = await tx.query
    .updateTable('books')
    // One whose file was deleted meanwhile is missing.
    .set({ merged_into_pk: null, deleted: sql<boolean>`deleted_at is not null`, updated_at: now })
    .where('pk', '=', pk)
    .where(sql<SqlBool>`merged_into_pk = ${heirPk}`)
    .returning('pk')
    .execute()
  return rows.length > 0
}
