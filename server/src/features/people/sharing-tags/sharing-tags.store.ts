import { insertRows, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { fold } from '../../../kernel/text'
import type { SharedSeries } from './shared-series'

export async function insertTag(
  tx: Tx,
  { name, description }: { readonly name: string; readonly description: string | null },
  now: number,
): Promise<string> {
  const id = newId()
  await tx.query
    .insertInto('sharing_tags')
    .values({ id, name, name_key: fold(name), description, created_at: now, updated_at: now })
    .execute()
  return id
}

export async function changeTag(
  tx: Tx,
  pk: number,
  change: { readonly name?: string; readonly description?: string | null },
  now: number,
): Promise<void> {
  const { name } = change
  await tx.query
    .updateTable('sharing_tags')
    .set({ ...change, ...(name !== undefined && { name_key: fold(name) }), updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

/** Removes a tag from all series and users. */
export async function deleteTag(tx: Tx, pk: number, series: Pick<SharedSeries, 'replaceSet'>): Promise<void> {
  await lockSets(tx)
  const sets = await tx.query.selectFrom('sharing_set_tags').select('set_pk').where('tag_pk', '=', pk).execute()
  for (const { set_pk } of sets) {
    const others = await tx.query
      .selectFrom('sharing_set_tags')
      .select('tag_pk')
      .where('set_pk', '=', set_pk)
      .where('tag_pk', '<>', pk)
      .execute()
    const next = await setOf(
      tx,
      others.map(row => row.tag_pk),
    )
    await series.replaceSet(tx, set_pk, next)
    await tx.query.deleteFrom('sharing_sets').where('pk', '=', set_pk).execute()
  }
  await tx.query.deleteFrom('sharing_tags').where('pk', '=', pk).execute()
}

/** Replaces the tags of a series. The caller has called `lockSets` before reading the former ones. */
export async function tagSeries(
  tx: Tx,
  seriesPk: number,
  tagPks: readonly number[],
  series: Pick<SharedSeries, 'setSet'>,
): Promise<void> {
  await series.setSet(tx, seriesPk, await setOf(tx, tagPks))
}

/** Serializes changes to sets, so that each set exists once and none is built from stale tags. */
export async function lockSets(tx: Tx): Promise<void> {
  await tx.dialect.lockName('sharing-sets').execute(tx.query)
}

/** The set of these tags, created if necessary; null for no tags. */
async function setOf(tx: Tx, tagPks: readonly number[]): Promise<number | null> {
  const pks = [...new Set(tagPks)].sort((a, b) => a - b)
  if (pks.length === 0) return null
  const tags_key = pks.join(',')
  const known = await tx.query
    .selectFrom('sharing_sets')
    .select('pk')
    .where('tags_key', '=', tags_key)
    .executeTakeFirst()
  if (known) return known.pk
  const { pk } = await tx.query
    .insertInto('sharing_sets')
    .values({ tags_key })
    .returning('pk')
    .executeTakeFirstOrThrow()
  const rows = pks.map(tag_pk => ({ set_pk: pk, tag_pk }))
  await insertRows(tx, 'sharing_set_tags', rows)
  return pk
}

/** Sets a user's grant for a tag, replacing a former one. */
export async function setGrant(
  tx: Tx,
  grant: { readonly userPk: number; readonly tagPk: number; readonly mode: 'allow' | 'deny' },
  now: number,
): Promise<void> {
  const { userPk, tagPk, mode } = grant
  await tx.query
    .insertInto('user_grants')
    .values({ id: newId(), user_pk: userPk, tag_pk: tagPk, mode, created_at: now })
    .onConflict(conflict => conflict.columns(['user_pk', 'tag_pk']).doUpdateSet({ mode }))
    .execute()
}

/** False if there was none. */
export async function deleteGrant(tx: Tx, userPk: number, tagPk: number): Promise<boolean> {
  const { numDeletedRows } = await tx.query
    .deleteFrom('user_grants')
    .where('user_pk', '=', userPk)
    .where('tag_pk', '=', tagPk)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A user or group whose only allowed tag is this one: without it they would see everything. */
export async function onlyAllowedBy(tx: Tx, tagPk: number): Promise<{ kind: 'user' | 'group'; name: string } | null> {
  const user = await tx.query
    .selectFrom('user_grants as own')
    .innerJoin('users', 'users.pk', 'own.user_pk')
    .select('users.username as name')
    .where('own.tag_pk', '=', tagPk)
    .where('own.mode', '=', 'allow')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_grants as other')
            .select('other.pk')
            .whereRef('other.user_pk', '=', 'own.user_pk')
            .where('other.tag_pk', '<>', tagPk)
            .where('other.mode', '=', 'allow'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  if (user) return { kind: 'user', name: user.name }
  const group = await tx.query
    .selectFrom('access_group_grants as own')
    .innerJoin('access_groups', 'access_groups.pk', 'own.group_pk')
    .select('access_groups.name')
    .where('own.tag_pk', '=', tagPk)
    .where('own.mode', '=', 'allow')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('access_group_grants as other')
            .select('other.tag_pk')
            .whereRef('other.group_pk', '=', 'own.group_pk')
            .where('other.tag_pk', '<>', tagPk)
            .where('other.mode', '=', 'allow'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return group ? { kind: 'group', name: group.name } : null
}
