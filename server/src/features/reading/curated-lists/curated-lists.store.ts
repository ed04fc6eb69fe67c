import type { ListVisibility } from '@octavo/contract/curated-list'
import { sql } from 'kysely'
import { insertRows, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { nameKey } from '../../../kernel/text'
import type { KindName } from './kind'

export interface ListValues {
  readonly name: string
  readonly summary: string | null
  readonly ordered: boolean
  readonly condition: string | null
}

export async function insertList(
  tx: Tx,
  kind: KindName,
  list: ListValues & { readonly userPk: number; readonly visibility: ListVisibility },
  now: number,
): Promise<{ pk: number; id: string }> {
  const { userPk, visibility, ...values } = list
  return tx.query
    .insertInto('curated_lists')
    .values({
      id: newId(),
      kind,
      owner_pk: userPk,
      private_pk: visibility === 'private' ? userPk : null,
      visibility,
      ...values,
      name_key: nameKey(values.name),
      created_at: now,
      updated_at: now,
    })
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow()
}

/** Changes the given values only: another person may be changing others. */
export async function changeList(tx: Tx, pk: number, values: Partial<ListValues>, now: number): Promise<void> {
  await tx.query
    .updateTable('curated_lists')
    .set({ ...values, ...(values.name !== undefined && { name_key: nameKey(values.name) }), updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

export async function touchList(tx: Tx, pk: number, now: number): Promise<void> {
  await tx.query.updateTable('curated_lists').set({ updated_at: now }).where('pk', '=', pk).execute()
}

/** Call `lockList` first: changes of members also take that lock before they touch the row of the list. */
export async function deleteList(tx: Tx, pk: number): Promise<void> {
  await tx.query.deleteFrom('curated_lists').where('pk', '=', pk).execute()
}

export interface ShareRow {
  readonly user_pk: number | null
  readonly group_pk: number | null
  readonly may_edit: boolean
}

/** Replaces the shares of a list. */
export async function setSharing(
  tx: Tx,
  list: { readonly pk: number; readonly owner_pk: number | null },
  visibility: ListVisibility,
  shares: readonly ShareRow[],
  now: number,
): Promise<void> {
  await tx.query
    .updateTable('curated_lists')
    .set({ visibility, private_pk: visibility === 'private' ? list.owner_pk : null, updated_at: now })
    .where('pk', '=', list.pk)
    .execute()
  await tx.query.deleteFrom('curated_list_shares').where('list_pk', '=', list.pk).execute()
  await insertRows(
    tx,
    'curated_list_shares',
    shares.map(share => ({ list_pk: list.pk, ...share })),
  )
}

/** Lets one transaction at a time change a list. False if it no longer exists. */
export async function lockList(tx: Tx, pk: number): Promise<boolean> {
  await tx.dialect.lockName(`curated list ${pk}`).execute(tx.query)
  return (await tx.query.selectFrom('curated_lists').select('pk').where('pk', '=', pk).executeTakeFirst()) !== undefined
}

/** Number of somebody's lists, within a transaction. */
export async function countOwned(tx: Tx, kind: KindName, userPk: number): Promise<number> {
  const { count } = await tx.query
    .selectFrom('curated_lists')
    .select(sql<number>`count(*)`.as('count'))
    .where('kind', '=', kind)
    .where('owner_pk', '=', userPk)
    .executeTakeFirstOrThrow()
  return Number(count)
}
