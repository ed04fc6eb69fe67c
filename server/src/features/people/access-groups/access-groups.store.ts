import { insertRows, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { fold } from '../../../kernel/text'

/** Changes the members of groups, or deletes one, and notifies those who now see more or fewer lists. */
export type ChangingMembers = <T>(tx: Tx, groupPks: readonly number[], change: () => Promise<T>) => Promise<T>

export interface GroupChange {
  readonly name?: string
  readonly description?: string | null
  /** Keys of libraries; null for all. */
  readonly libraryPks?: readonly number[] | null
  readonly ageLimit?: number | null
  readonly showsUnrated?: boolean
}

export async function insertGroup(tx: Tx, name: string, now: number): Promise<{ pk: number; id: string }> {
  return tx.query
    .insertInto('access_groups')
    .values({
      id: newId(),
      name,
      name_key: fold(name),
      description: null,
      age_limit: null,
      created_at: now,
      updated_at: now,
    })
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow()
}

export async function changeGroup(tx: Tx, pk: number, change: GroupChange, now: number): Promise<void> {
  const { name, description, libraryPks, ageLimit, showsUnrated } = change
  await tx.query
    .updateTable('access_groups')
    .set({
      ...(name !== undefined && { name, name_key: fold(name) }),
      ...(description !== undefined && { description }),
      ...(libraryPks !== undefined && { limits_libraries: libraryPks !== null }),
      ...(ageLimit !== undefined && { age_limit: ageLimit }),
      ...(showsUnrated !== undefined && { shows_unrated: showsUnrated }),
      updated_at: now,
    })
    .where('pk', '=', pk)
    .execute()
  if (libraryPks === undefined) return
  await tx.query.deleteFrom('access_group_libraries').where('group_pk', '=', pk).execute()
  if (!libraryPks || libraryPks.length === 0) return
  const rows = libraryPks.map(library_pk => ({ group_pk: pk, library_pk }))
  await insertRows(tx, 'access_group_libraries', rows)
}

export async function deleteGroup(tx: Tx, pk: number): Promise<void> {
  await tx.query.deleteFrom('access_groups').where('pk', '=', pk).execute()
}

/** Adds users who are not members yet; memberships from the identity provider are unchanged. */
export async function addMembers(tx: Tx, groupPk: number, userPks: readonly number[], now: number): Promise<void> {
  if (userPks.length === 0) return
  const rows = userPks.map(user_pk => ({ group_pk: groupPk, user_pk, source: 'manual', created_at: now }))
  await insertRows(tx, 'access_group_members', rows, { ignoreKnown: true })
}

/** False if the user is not a member. */
export async function removeMember(tx: Tx, groupPk: number, userPk: number): Promise<boolean> {
  const { numDeletedRows } = await tx.query
    .deleteFrom('access_group_members')
    .where('group_pk', '=', groupPk)
    .where('user_pk', '=', userPk)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function setGroupGrant(
  tx: Tx,
  { groupPk, tagPk, mode }: { readonly groupPk: number; readonly tagPk: number; readonly mode: 'allow' | 'deny' },
  now: number,
): Promise<void> {
  await tx.query
    .insertInto('access_group_grants')
    .values({ group_pk: groupPk, tag_pk: tagPk, mode, created_at: now })
    .onConflict(conflict => conflict.columns(['group_pk', 'tag_pk']).doUpdateSet({ mode }))
    .execute()
}

/** False if there was none. */
export async function deleteGroupGrant(tx: Tx, groupPk: number, tagPk: number): Promise<boolean> {
  const { numDeletedRows } = await tx.query
    .deleteFrom('access_group_grants')
    .where('group_pk', '=', groupPk)
    .where('tag_pk', '=', tagPk)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the id, also of an existing one. */
export async function addMapping(tx: Tx, groupPk: number, oidcGroup: string, now: number): Promise<string> {
  await tx.query
    .insertInto('access_group_mappings')
    .values({ id: newId(), group_pk: groupPk, oidc_group: oidcGroup, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { id } = await tx.query
    .selectFrom('access_group_mappings')
    .select('id')
    .where('group_pk', '=', groupPk)
    .where('oidc_group', '=', oidcGroup)
    .executeTakeFirstOrThrow()
  return id
}

/** False if there is none. */
export async function deleteMapping(tx: Tx, groupPk: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.query
    .deleteFrom('access_group_mappings')
    .where('group_pk', '=', groupPk)
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Adds a user to the groups mapped to these identity provider groups (exact names) and removes the user from those the
 * provider no longer lists; manual memberships stay. Returns whether anything changed: then the caller drops the account
 * from the cache.
 */
export async function syncOidcGroups(
  tx: Tx,
  { userPk, names, now }: { readonly userPk: number; readonly names: readonly string[]; readonly now: number },
  changingMembers: ChangingMembers,
): Promise<boolean> {
  const mapped =
    names.length === 0
      ? []
      : await tx.query
          .selectFrom('access_group_mappings')
          .select('group_pk')
          .distinct()
          .where('oidc_group', 'in', names)
          .execute()
  const wanted = new Set(mapped.map(row => row.group_pk))
  const members = await tx.query
    .selectFrom('access_group_members')
    .select(['group_pk', 'source'])
    .where('user_pk', '=', userPk)
    .execute()
  const leaves = members.flatMap(row => (row.source === 'oidc' && !wanted.has(row.group_pk) ? row.group_pk : []))
  const enters = [...wanted].filter(pk => !members.some(row => row.group_pk === pk))
  if (leaves.length + enters.length === 0) return false
  await changingMembers(tx, [...leaves, ...enters], async () => {
    if (leaves.length > 0) {
      await tx.query
        .deleteFrom('access_group_members')
        .where('user_pk', '=', userPk)
        .where('source', '=', 'oidc')
        .where('group_pk', 'in', leaves)
        .execute()
    }
    if (enters.length === 0) return
    await tx.query
      .insertInto('access_group_members')
      .values(enters.map(group_pk => ({ group_pk, user_pk: userPk, source: 'oidc', created_at: now })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })
  return true
}
