import type { CreateAlternateTitleRequest } from '@octavo/contract/alternate-title'
import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'

/** Answers the id of the new one. */
export async function insertAlternateTitle(
  tx: Tx,
  seriesPk: number,
  { label, title }: CreateAlternateTitleRequest,
  now: number,
): Promise<string> {
  const id = newId()
  await tx.query
    .insertInto('alternate_titles')
    .values({ id, series_pk: seriesPk, label, title, created_at: now, updated_at: now })
    .execute()
  return id
}

/** Answers whether the series has such a title. */
export async function changeAlternateTitle(
  tx: Tx,
  seriesPk: number,
  id: string,
  changes: { readonly label?: string; readonly title?: string },
  now: number,
): Promise<boolean> {
  const rows = await tx.query
    .updateTable('alternate_titles')
    .set({ ...changes, updated_at: now })
    .where('series_pk', '=', seriesPk)
    .where('id', '=', id.toLowerCase())
    .returning('pk')
    .execute()
  return rows.length > 0
}

/** Answers whether the series had such a title. */
export async function deleteAlternateTitle(tx: Tx, seriesPk: number, id: string): Promise<boolean> {
  const rows = await tx.query
    .deleteFrom('alternate_titles')
    .where('series_pk', '=', seriesPk)
    .where('id', '=', id.toLowerCase())
    .returning('pk')
    .execute()
  return rows.length > 0
}

export async function countAlternateTitles(tx: Tx, seriesPk: number): Promise<number> {
  const { count } = await tx.query
    .selectFrom('alternate_titles')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('series_pk', '=', seriesPk)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteAlternateTitlesOf(tx: Tx, seriesPk: number): Promise<void> {
  await tx.query.deleteFrom('alternate_titles').where('series_pk', '=', seriesPk).execute()
}
