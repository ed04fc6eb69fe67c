import type { CreateAlternateTitleRequest } from '@octavo/contract/alternate-title'
import type { AlternateTitleDto } from '@octavo/contract/series-side'
import type { Tx } from '../../../db'
import { isLocked, SERIES_LOCKS } from '../../../kernel/field-locks'
import { newId } from '../../../kernel/ids'

/** Returns the id of the new title. */
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

/** Returns whether the series has such a title. */
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

/** Returns whether the series had such a title. */
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

/** Sets the titles of a series in this order. Unchanged ones at the beginning keep their ids. */
export async function setAlternateTitles(
  tx: Tx,
  seriesPk: number,
  before: readonly AlternateTitleDto[],
  titles: readonly CreateAlternateTitleRequest[],
  now: number,
): Promise<void> {
  const other = before.findIndex(({ label, title }, at) => titles[at]?.label !== label || titles[at]?.title !== title)
  const unchanged = other === -1 ? before.length : other
  for (const { id } of before.slice(unchanged)) await deleteAlternateTitle(tx, seriesPk, id)
  for (const title of titles.slice(unchanged)) await insertAlternateTitle(tx, seriesPk, title, now)
}

/** Whether the titles of a series are locked. Locks the row of the series until the transaction ends. */
export async function areTitlesLocked(tx: Tx, seriesPk: number): Promise<boolean> {
  const { locks } = await tx.query
    .selectFrom('series')
    .select('locks')
    .where('pk', '=', seriesPk)
    .modifyEnd(tx.dialect.forUpdate)
    .executeTakeFirstOrThrow()
  return isLocked(SERIES_LOCKS, locks, 'alternateTitles')
}
