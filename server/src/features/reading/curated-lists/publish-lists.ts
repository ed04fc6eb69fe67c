import type { EntityEvent } from '@octavo/contract/event'
import type { Tx } from '../../../db'
import type { Audience } from '../../../db/happening'
import type { CuratedListRow } from './curated-list-row'
import type { KindName } from './kind'
import { type AudienceOfList, audienceChange } from './list-audience.rules'

type What = 'created' | 'updated' | 'deleted'
type Listed = Pick<CuratedListRow, 'pk' | 'id' | 'owner_pk'> & { readonly visibility: string }

/** Tells those who may see a list, and nobody else, that something happened to it. */
export async function publishList(tx: Tx, kind: KindName, list: Listed, what: What): Promise<void> {
  publish(tx, kind, list.id, what, toWire(await audienceOf(tx, list)))
}

/** Who sees a list now; asked before a change of its sharing too. */
export async function audienceOf(
  { query }: Pick<Tx, 'query'>,
  { pk, owner_pk, visibility }: Omit<Listed, 'id'>,
): Promise<AudienceOfList> {
  if (visibility === 'public') return 'all'
  if (visibility === 'private') return new Set(owner_pk === null ? [] : [owner_pk])
  const named = query
    .selectFrom('curated_list_shares')
    .select('user_pk as pk')
    .where('list_pk', '=', pk)
    .where('user_pk', 'is not', null)
    .union(
      query
        .selectFrom('curated_list_shares as share')
        .innerJoin('access_group_members as member', 'member.group_pk', 'share.group_pk')
        .select('member.user_pk as pk')
        .where('share.list_pk', '=', pk),
    )
  const people = await named.execute()
  // Without its owner, administrators look after it.
  const keepers =
    owner_pk === null
      ? await query.selectFrom('users').select('pk').where('role', '=', 'admin').execute()
      : [{ pk: owner_pk }]
  return new Set([...people, ...keepers].flatMap(row => row.pk ?? []))
}

/** After a change of the sharing: who sees the list no longer, since now, and as before. */
export function publishSharing(
  tx: Tx,
  kind: KindName,
  id: string,
  { before, after }: { readonly before: AudienceOfList; readonly after: AudienceOfList },
): void {
  const { lost, gained, stayed } = audienceChange(before, after)
  publish(tx, kind, id, 'deleted', lost)
  publish(tx, kind, id, 'created', gained)
  publish(tx, kind, id, 'updated', stayed)
}

/** Changes the members of groups, and notifies those who now see their lists, and those who no longer do. */
export async function changingMembers<T>(tx: Tx, groupPks: readonly number[], change: () => Promise<T>): Promise<T> {
  const lists = await tx.query
    .selectFrom('curated_lists as list')
    .innerJoin('curated_list_shares as share', 'share.list_pk', 'list.pk')
    .select(['list.pk', 'list.id', 'list.kind', 'list.owner_pk', 'list.visibility'])
    .distinct()
    .where('share.group_pk', 'in', groupPks)
    .where('list.visibility', '=', 'shared')
    .orderBy('list.pk')
    .execute()
  const before: AudienceOfList[] = []
  for (const list of lists) before.push(await audienceOf(tx, list))
  const result = await change()
  for (const [at, list] of lists.entries()) {
    const { lost, gained } = audienceChange(before[at] ?? new Set(), await audienceOf(tx, list))
    const kind = list.kind === 'collection' ? 'collection' : 'readlist'
    publish(tx, kind, list.id, 'deleted', lost)
    publish(tx, kind, list.id, 'created', gained)
  }
  return result
}

function publish(tx: Tx, kind: KindName, id: string, what: What, to: Audience | null): void {
  if (to) tx.publish({ channel: 'entity', event: eventOf(kind, id, what), to })
}

function eventOf(kind: KindName, id: string, what: What): EntityEvent {
  return kind === 'collection'
    ? { type: `collection_${what}`, collectionId: id }
    : { type: `readlist_${what}`, readListId: id }
}

const toWire = (audience: AudienceOfList): Audience | null =>
  audience === 'all' ? {} : audience.size === 0 ? null : { userPks: [...audience] }
