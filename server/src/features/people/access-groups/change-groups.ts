import type { CreateAccessGroupRequest, UpdateAccessGroupRequest } from '@octavo/contract/access-group'
import { isUniqueViolation, type Reader, type Tx, type Write } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { requestedTags, requireTag } from '../sharing-tags'
import { type AccountCache, userAccess } from '../users'
import { type GroupRow, requireGroup, requireMember } from './access-groups.queries'
import * as store from './access-groups.store'

export interface GroupDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  /** Notifies the other processes that accounts have changed. */
  readonly announce: () => void
  readonly changingMembers: store.ChangingMembers
}

type Details = Readonly<Record<string, unknown>>

/** Changes a group, records it in the audit log and invalidates the cached accounts. */
async function change<T>(
  deps: GroupDeps,
  viewer: Viewer,
  group: GroupRow,
  work: (tx: Tx) => Promise<{ readonly result: T; readonly details: Details }>,
): Promise<T> {
  const { write, now, accounts, announce } = deps
  const result = await write(async tx => {
    const { result, details } = await work(tx)
    const subject = { kind: 'access_group', id: group.id, name: group.name } as const
    await recordAct(tx, viewer, 'access_group_changed', subject, { now: now(), details })
    tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
    return result
  })
  accounts.forgetAll()
  announce()
  return result
}

/** @throws BadRequest if the name is taken, or a library is missing */
export async function createGroup(deps: GroupDeps, viewer: Viewer, request: CreateAccessGroupRequest): Promise<string> {
  const { write, now } = deps
  const { name, description = null } = request
  return refusingTaken(() =>
    write(async tx => {
      const { pk, id } = await store.insertGroup(tx, name, now())
      await store.changeGroup(tx, pk, { description, ...(await userAccess.limitsOf(tx, request)) }, now())
      const subject = { kind: 'access_group', id, name } as const
      const details = { ...request, ...(await tagged(tx, pk, request, now())) }
      await recordAct(tx, viewer, 'access_group_created', subject, { now: now(), details })
      return id
    }),
  )
}

/** @throws NotFound, BadRequest if the name is taken, or a library is missing */
export async function updateGroup(
  deps: GroupDeps,
  viewer: Viewer,
  id: string,
  request: UpdateAccessGroupRequest,
): Promise<void> {
  const group = await requireGroup(deps.reader, id)
  const { name, description } = request
  await refusingTaken(() =>
    change(deps, viewer, group, async tx => {
      const limits = await userAccess.limitsOf(tx, request)
      const changes = { ...(name != null && { name }), ...(description !== undefined && { description }), ...limits }
      await store.changeGroup(tx, group.pk, changes, deps.now())
      return { result: undefined, details: { ...request, ...(await tagged(tx, group.pk, request, deps.now())) } }
    }),
  )
}

/** Sets the requested sharing tags; returns the details for the audit log. @throws BadRequest */
async function tagged(tx: Tx, groupPk: number, { sharingTags }: UpdateAccessGroupRequest, now: number) {
  if (!sharingTags?.length) return {}
  const tags = await requestedTags(tx, sharingTags)
  for (const { pk: tagPk, mode } of tags) {
    if (mode === null) await store.deleteGroupGrant(tx, groupPk, tagPk)
    else await store.setGroupGrant(tx, { groupPk, tagPk, mode }, now)
  }
  return { sharingTags: Object.fromEntries(tags.map(({ name, mode }) => [name, mode])) }
}

/** @throws NotFound */
export async function removeGroup(deps: GroupDeps, viewer: Viewer, id: string): Promise<void> {
  const { reader, write, now, accounts, announce, changingMembers } = deps
  const group = await requireGroup(reader, id)
  await write(async tx => {
    const subject = { kind: 'access_group', id: group.id, name: group.name } as const
    const details = { members: Number(group.member_count), grants: Number(group.grant_count) }
    await recordAct(tx, viewer, 'access_group_deleted', subject, { now: now(), details })
    await changingMembers(tx, [group.pk], () => store.deleteGroup(tx, group.pk))
    tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
  })
  accounts.forgetAll()
  announce()
}

/** @throws NotFound for the group, BadRequest for a missing user */
export async function addGroupMembers(
  deps: GroupDeps,
  viewer: Viewer,
  id: string,
  userIds: readonly string[],
): Promise<GroupRow> {
  const group = await requireGroup(deps.reader, id)
  const wanted = [...new Set(userIds.map(each => each.toLowerCase()))]
  await change(deps, viewer, group, async tx => {
    const users = await tx.query
      .selectFrom('users')
      .select(['pk', 'id', 'username'])
      .where('id', 'in', wanted)
      .execute()
    const missing = wanted.find(each => !users.some(user => user.id === each))
    if (missing) throw refused('BadRequest', 'user_gone', `There is no user ${missing}`)
    const pks = users.map(user => user.pk)
    await deps.changingMembers(tx, [group.pk], () => store.addMembers(tx, group.pk, pks, deps.now()))
    return { result: undefined, details: { added: users.map(user => user.username) } }
  })
  return group
}

/** @throws NotFound */
export async function removeGroupMember(deps: GroupDeps, viewer: Viewer, id: string, userId: string): Promise<void> {
  const group = await requireGroup(deps.reader, id)
  const user = await requireMember(deps.reader, userId)
  await change(deps, viewer, group, async tx => {
    const removed = await deps.changingMembers(tx, [group.pk], () => store.removeMember(tx, group.pk, user.pk))
    if (!removed) throw notFound('Member')
    return { result: undefined, details: { removed: [user.username] } }
  })
}

/** @throws NotFound */
export async function grantToGroup(
  deps: GroupDeps,
  viewer: Viewer,
  id: string,
  { sharingTagId, accessMode }: { readonly sharingTagId: string; readonly accessMode: 'allow' | 'deny' },
): Promise<{ readonly group: GroupRow; readonly tagId: string }> {
  const group = await requireGroup(deps.reader, id)
  const tag = await requireTag(deps.reader, viewer, sharingTagId)
  await change(deps, viewer, group, async tx => {
    await store.setGroupGrant(tx, { groupPk: group.pk, tagPk: tag.pk, mode: accessMode }, deps.now())
    return { result: undefined, details: { sharingTags: { [tag.name]: accessMode } } }
  })
  return { group, tagId: tag.id }
}

/** @throws NotFound also if the group has no grant for the tag */
export async function ungrantFromGroup(deps: GroupDeps, viewer: Viewer, id: string, tagId: string): Promise<void> {
  const group = await requireGroup(deps.reader, id)
  const tag = await requireTag(deps.reader, viewer, tagId)
  await change(deps, viewer, group, async tx => {
    if (!(await store.deleteGroupGrant(tx, group.pk, tag.pk))) throw notFound('Grant')
    return { result: undefined, details: { sharingTags: { [tag.name]: null } } }
  })
}

/** @throws NotFound */
export async function mapGroup(
  deps: GroupDeps,
  viewer: Viewer,
  id: string,
  oidcGroup: string,
): Promise<{ readonly group: GroupRow; readonly mappingId: string }> {
  const group = await requireGroup(deps.reader, id)
  const mappingId = await change(deps, viewer, group, async tx => ({
    result: await store.addMapping(tx, group.pk, oidcGroup, deps.now()),
    details: { followed: oidcGroup },
  }))
  return { group, mappingId }
}

/** @throws NotFound */
export async function unmapGroup(deps: GroupDeps, viewer: Viewer, id: string, mappingId: string): Promise<void> {
  const group = await requireGroup(deps.reader, id)
  await change(deps, viewer, group, async tx => {
    if (!(await store.deleteMapping(tx, group.pk, mappingId))) throw notFound('OIDC mapping')
    return { result: undefined, details: { unfollowed: mappingId } }
  })
}

/** @throws BadRequest if the name is taken */
async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refused('BadRequest', 'group_taken', 'A group with this name already exists', 'name')
  }
}
