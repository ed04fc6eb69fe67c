import { sql } from 'kysely'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'

/** A group with its numbers of members and grants. */
export interface GroupRow {
  readonly pk: number
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly limits_libraries: boolean
  readonly age_limit: number | null
  readonly shows_unrated: boolean
  readonly created_at: number
  readonly updated_at: number
  readonly member_count: number
  readonly grant_count: number
  readonly library_ids: readonly string[]
}

/** For administrators. */
function groups(reader: Reader) {
  return reader.query
    .selectFrom('access_groups')
    .selectAll()
    .select(
      sql<number>`(select count(*) from access_group_members where group_pk = access_groups.pk)`.as('member_count'),
    )
    .select(sql<number>`(select count(*) from access_group_grants where group_pk = access_groups.pk)`.as('grant_count'))
}

export async function allGroups(reader: Reader): Promise<GroupRow[]> {
  return withLibraries(reader, await groups(reader).orderBy('name_key').execute())
}

/** @throws NotFound */
export async function requireGroup(reader: Reader, id: string): Promise<GroupRow> {
  const row = await groups(reader).where('id', '=', id.toLowerCase()).executeTakeFirst()
  const [group] = row ? await withLibraries(reader, [row]) : []
  if (!group) throw notFound('Access group')
  return group
}

async function withLibraries(reader: Reader, rows: readonly Omit<GroupRow, 'library_ids'>[]): Promise<GroupRow[]> {
  if (rows.length === 0) return []
  const libraries = await reader.query
    .selectFrom('access_group_libraries')
    .innerJoin('libraries', 'libraries.pk', 'access_group_libraries.library_pk')
    .select(['access_group_libraries.group_pk', 'libraries.id'])
    .where(
      'group_pk',
      'in',
      rows.map(({ pk }) => pk),
    )
    .orderBy('libraries.pk')
    .execute()
  const of = Map.groupBy(libraries, library => library.group_pk)
  return rows.map(row => ({ ...row, library_ids: (of.get(row.pk) ?? []).map(({ id }) => id) }))
}

export interface MemberRow {
  readonly id: string
  readonly username: string
  readonly source: string
  readonly created_at: number
}

export function membersOfGroup(reader: Reader, groupPk: number): Promise<MemberRow[]> {
  return reader.query
    .selectFrom('access_group_members')
    .innerJoin('users', 'users.pk', 'access_group_members.user_pk')
    .select(['users.id', 'users.username', 'access_group_members.source', 'access_group_members.created_at'])
    .where('access_group_members.group_pk', '=', groupPk)
    .orderBy('users.username_key')
    .execute()
}

export interface GroupGrantRow {
  readonly tag_id: string
  readonly name: string
  readonly mode: string
  readonly created_at: number
}

export function grantsOfGroup(reader: Reader, groupPk: number): Promise<GroupGrantRow[]> {
  return reader.query
    .selectFrom('access_group_grants')
    .innerJoin('sharing_tags', 'sharing_tags.pk', 'access_group_grants.tag_pk')
    .select(['sharing_tags.id as tag_id', 'sharing_tags.name', 'access_group_grants.mode'])
    .select('access_group_grants.created_at')
    .where('access_group_grants.group_pk', '=', groupPk)
    .orderBy('sharing_tags.name_key')
    .execute()
}

export interface MappingRow {
  readonly id: string
  readonly oidc_group: string
  readonly created_at: number
}

export function mappingsOfGroup(reader: Reader, groupPk: number): Promise<MappingRow[]> {
  return reader.query
    .selectFrom('access_group_mappings')
    .select(['id', 'oidc_group', 'created_at'])
    .where('group_pk', '=', groupPk)
    .orderBy('oidc_group')
    .execute()
}

/** The groups of a user, by name. */
export function groupsOfUser(
  reader: Reader,
  userPk: number,
): Promise<{ id: string; name: string; description: string | null; source: string }[]> {
  return reader.query
    .selectFrom('access_group_members')
    .innerJoin('access_groups', 'access_groups.pk', 'access_group_members.group_pk')
    .select(['access_groups.id', 'access_groups.name', 'access_groups.description', 'access_group_members.source'])
    .where('access_group_members.user_pk', '=', userPk)
    .orderBy('access_groups.name_key')
    .execute()
}

/** @throws NotFound */
export async function requireMember(reader: Reader, id: string): Promise<{ pk: number; id: string; username: string }> {
  const row = await reader.query
    .selectFrom('users')
    .select(['pk', 'id', 'username'])
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound('User')
  return row
}
