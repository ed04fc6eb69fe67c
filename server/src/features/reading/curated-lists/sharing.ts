import type { ListPeopleResponse, ListSharingDto, SetListSharingRequest } from '@octavo/contract/curated-list'
import { sql } from 'kysely'
import { type Reader, runPrepared, searchFormOf } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { searchForm } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'
import { checkOpenRule, refuse } from './check-list'
import type { CuratedListRow } from './curated-list-row'
import { findList } from './curated-lists.queries'
import { lockList, type ShareRow, setSharing } from './curated-lists.store'
import type { Kind } from './kind'
import { audienceOf, publishSharing } from './publish-lists'
import { mayShare, requireRight } from './rights.rules'
import { type ListDeps, record, unlessTaken } from './save-list'

/** Maximum number of names in an answer. */
const MOST_NAMES = 50

/** Active users and groups whose names match the words, by name. */
export async function peopleToShareWith(reader: Reader, q: string | undefined): Promise<ListPeopleResponse> {
  const like = `%${searchForm((q ?? '').toWellFormed()).replace(/[\\%_]/g, '\\$&')}%`
  const find = (name: 'username' | 'name', from: string) =>
    runPrepared<{ id: string; name: string }, { like: string }>(
      reader,
      `curated lists|people ${name}`,
      { like },
      p => sql`select id, ${sql.ref(name)} as name from ${sql.raw(from)}
        and ${searchFormOf(sql.ref(`${name}_key`))} like ${p.like} escape '\\' order by ${sql.ref(`${name}_key`)} limit ${sql.lit(MOST_NAMES)}`,
    )
  const [users, groups] = await Promise.all([
    find('username', 'users where is_active'),
    find('name', 'access_groups where 1 = 1'),
  ])
  return { users, groups }
}

/** Shares of a list, for those who may change them. */
export async function sharingOf({ reader }: ListDeps, kind: Kind, viewer: Viewer, id: string): Promise<ListSharingDto> {
  const row = await listToShare(reader, kind, viewer, id)
  return sharesOf(reader, row)
}

async function listToShare(reader: Reader, kind: Kind, viewer: Viewer, id: string): Promise<CuratedListRow> {
  const row = await findList(reader, viewer, kind, id)
  requireRight(mayShare(kind, viewer, row), kind)
  return row
}

async function sharesOf(reader: Reader, { pk, visibility }: CuratedListRow): Promise<ListSharingDto> {
  const rows = await reader.query
    .selectFrom('curated_list_shares as share')
    .leftJoin('users', 'users.pk', 'share.user_pk')
    .leftJoin('access_groups', 'access_groups.pk', 'share.group_pk')
    .select(['users.id as user_id', 'users.username', 'access_groups.id as group_id', 'access_groups.name'])
    .select('share.may_edit')
    .where('share.list_pk', '=', pk)
    .orderBy('share.pk')
    .execute()
  return {
    visibility,
    users: rows.flatMap(({ user_id, username, may_edit }) =>
      user_id === null || username === null ? [] : [{ userId: user_id, name: username, mayEdit: Boolean(may_edit) }],
    ),
    groups: rows.flatMap(({ group_id, name, may_edit }) =>
      group_id === null || name === null ? [] : [{ groupId: group_id, name, mayEdit: Boolean(may_edit) }],
    ),
  }
}

/** @throws NotFound, Forbidden, BadRequest naming the missing one, Conflict if a public list has the name already */
export async function shareList(
  deps: ListDeps,
  kind: Kind,
  viewer: Viewer,
  id: string,
  { visibility, users, groups }: SetListSharingRequest,
): Promise<ListSharingDto> {
  const { reader, write, now } = deps
  const row = await listToShare(reader, kind, viewer, id)
  if (visibility !== 'private') checkOpenRule(row.condition)
  else if (row.owner_pk === null) refuse('visibility', 'a list without an owner cannot be private')
  const shares = [
    ...(
      await keysOf(
        reader,
        'users',
        users.map(({ userId }) => userId),
      )
    ).map((pk, at) => ({
      ...{ user_pk: pk, group_pk: null, may_edit: users[at]?.mayEdit ?? false },
    })),
    ...(
      await keysOf(
        reader,
        'access_groups',
        groups.map(({ groupId }) => groupId),
      )
    ).map((pk, at) => ({
      ...{ user_pk: null, group_pk: pk, may_edit: groups[at]?.mayEdit ?? false },
    })),
  ]
  // Of two entries for one person, the last one counts.
  const once = new Map<string, ShareRow>(shares.map(share => [`${share.user_pk} ${share.group_pk}`, share]))
  await unlessTaken(
    kind,
    write(async tx => {
      if (!(await lockList(tx, row.pk))) throw notFound(kind.noun)
      const before = await audienceOf(tx, row)
      await setSharing(tx, row, visibility, [...once.values()], now())
      publishSharing(tx, kind.name, row.id, { before, after: await audienceOf(tx, { ...row, visibility }) })
      const seen = row.visibility === 'private' ? visibility : row.visibility
      await record(tx, kind, viewer, 'changed', { ...row, visibility: seen }, now())
    }),
  )
  return sharesOf(reader, await findList(reader, viewer, kind, id))
}

/** @throws BadRequest naming the first missing one */
async function keysOf(reader: Reader, table: 'users' | 'access_groups', ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return []
  const asked = ids.map(id => id.toLowerCase())
  const rows = await reader.query.selectFrom(table).select(['pk', 'id']).where('id', 'in', asked).execute()
  const keys = new Map(rows.map(({ pk, id }) => [id, pk]))
  const [place, member] = table === 'users' ? ['users', 'userId'] : ['groups', 'groupId']
  return asked.map((id, at) => keys.get(id) ?? refuse(`${place}.${at}.${member}`, 'there is no such id'))
}
