import * as contract from '@octavo/contract/access-group'
import { getUserEffectiveAccess } from '@octavo/contract/effective-access'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import {
  allGroups,
  grantsOfGroup,
  groupsOfUser,
  mappingsOfGroup,
  membersOfGroup,
  requireGroup,
  requireMember,
} from './access-groups.queries'
import { groupDetail, groupGrantView, groupView, mappingView, memberView } from './access-groups.view'
import * as change from './change-groups'
import { effectiveAccess } from './effective-access'
import { effectiveGrants } from './effective-grants'

/** Groups of users with shared limits and grants. */
export function accessGroupRoutes(binder: Binder, deps: change.GroupDeps): void {
  const { reader } = deps

  binder.bind(contract.listAccessGroups, async () => (await allGroups(reader)).map(groupView))

  binder.bind(contract.createAccessGroup, async ({ viewer, body }) =>
    groupView(await requireGroup(reader, await change.createGroup(deps, viewer, body))),
  )

  binder.bind(contract.getAccessGroup, async ({ params }) => {
    const group = await requireGroup(reader, params.group_id)
    const [members, grants, mappings] = await Promise.all([
      membersOfGroup(reader, group.pk),
      grantsOfGroup(reader, group.pk),
      mappingsOfGroup(reader, group.pk),
    ])
    return groupDetail(group, { members, grants, mappings })
  })

  binder.bind(contract.updateAccessGroup, async ({ viewer, params, body }) => {
    await change.updateGroup(deps, viewer, params.group_id, body)
    return groupView(await requireGroup(reader, params.group_id))
  })

  binder.bind(contract.deleteAccessGroup, async ({ viewer, params }) => {
    await change.removeGroup(deps, viewer, params.group_id)
    return null
  })

  binder.bind(contract.addAccessGroupGrant, async ({ viewer, params, body }) => {
    const { group, tagId } = await change.grantToGroup(deps, viewer, params.group_id, body)
    const row = (await grantsOfGroup(reader, group.pk)).find(grant => grant.tag_id === tagId)
    if (!row) throw notFound('Grant')
    return groupGrantView(row)
  })

  binder.bind(contract.removeAccessGroupGrant, async ({ viewer, params }) => {
    await change.ungrantFromGroup(deps, viewer, params.group_id, params.tag_id)
    return null
  })

  binder.bind(contract.addAccessGroupMembers, async ({ viewer, params, body }) => {
    const group = await change.addGroupMembers(deps, viewer, params.group_id, body.userIds)
    return (await membersOfGroup(reader, group.pk)).map(memberView)
  })

  binder.bind(contract.removeAccessGroupMember, async ({ viewer, params }) => {
    await change.removeGroupMember(deps, viewer, params.group_id, params.user_id)
    return null
  })

  binder.bind(contract.addAccessGroupOidcMapping, async ({ viewer, params, body }) => {
    const { group, mappingId } = await change.mapGroup(deps, viewer, params.group_id, body.oidcGroupName)
    const row = (await mappingsOfGroup(reader, group.pk)).find(mapping => mapping.id === mappingId)
    if (!row) throw notFound('OIDC mapping')
    return mappingView(row)
  })

  binder.bind(contract.removeAccessGroupOidcMapping, async ({ viewer, params }) => {
    await change.unmapGroup(deps, viewer, params.group_id, params.mapping_id)
    return null
  })

  binder.bind(contract.getUserAccessGroups, async ({ params }) => {
    const user = await requireMember(reader, params.user_id)
    return groupsOfUser(reader, user.pk)
  })

  binder.bind(getUserEffectiveAccess, async ({ viewer, params, query }) => {
    const { id } = await requireMember(reader, params.user_id)
    const [account] = await deps.accounts.now([id])
    if (!account) throw notFound('User')
    return effectiveAccess(reader, viewer, account, query.seriesId)
  })

  binder.bind(contract.getUserEffectiveGrants, async ({ params }) =>
    effectiveGrants(reader, await requireMember(reader, params.user_id)),
  )
}
