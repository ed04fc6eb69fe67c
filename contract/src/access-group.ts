import { Int64, nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import { AccessMode, limitsChange, limitsShape } from './user'
import * as z from './zod'

const name = z.string().trim().min(1).max(100)
const description = nullable(z.string().max(1000))

const groupShape = { id: Uuid, name: z.string(), description: nullable(z.string()), ...limitsShape }
const stamped = { createdAt: Timestamp, updatedAt: Timestamp }

export const AccessGroupDto = z
  .object({ ...groupShape, memberCount: Int64, grantCount: Int64, ...stamped })
  .meta({ id: 'AccessGroupDto' })
export type AccessGroupDto = z.infer<typeof AccessGroupDto>

export const AccessGroupMemberDto = z
  .object({
    userId: Uuid,
    username: z.string(),
    source: z.string().meta({ description: 'manual, or oidc when sign-ins keep it in sync' }),
    createdAt: Timestamp,
  })
  .meta({ id: 'AccessGroupMemberDto' })
export type AccessGroupMemberDto = z.infer<typeof AccessGroupMemberDto>

export const AccessGroupGrantDto = z
  .object({ sharingTagId: Uuid, sharingTagName: z.string(), accessMode: AccessMode, createdAt: Timestamp })
  .meta({ id: 'AccessGroupGrantDto' })
export type AccessGroupGrantDto = z.infer<typeof AccessGroupGrantDto>

export const AccessGroupOidcMappingDto = z
  .object({ id: Uuid, oidcGroupName: z.string(), createdAt: Timestamp })
  .meta({ id: 'AccessGroupOidcMappingDto' })
export type AccessGroupOidcMappingDto = z.infer<typeof AccessGroupOidcMappingDto>

export const AccessGroupDetailDto = z
  .object({
    ...groupShape,
    members: z.array(AccessGroupMemberDto),
    grants: z.array(AccessGroupGrantDto),
    oidcMappings: z.array(AccessGroupOidcMappingDto),
    ...stamped,
  })
  .meta({ id: 'AccessGroupDetailDto' })
export type AccessGroupDetailDto = z.infer<typeof AccessGroupDetailDto>

/** A group in a user's list of groups. */
export const AccessGroupSummaryDto = z
  .object({ id: Uuid, name: z.string(), description: nullable(z.string()), source: z.string() })
  .meta({ id: 'AccessGroupSummaryDto' })
export type AccessGroupSummaryDto = z.infer<typeof AccessGroupSummaryDto>

export const CreateAccessGroupRequest = z
  .object({ name, description, ...limitsChange })
  .meta({ id: 'CreateAccessGroupRequest' })
export type CreateAccessGroupRequest = z.infer<typeof CreateAccessGroupRequest>

export const UpdateAccessGroupRequest = z
  .object({ name: nullable(name), description, ...limitsChange })
  .meta({ id: 'UpdateAccessGroupRequest' })
export type UpdateAccessGroupRequest = z.infer<typeof UpdateAccessGroupRequest>

export const AddAccessGroupMembersRequest = z
  .object({ userIds: z.array(Uuid).min(1).max(1000) })
  .meta({ id: 'AddAccessGroupMembersRequest' })

export const AddAccessGroupGrantRequest = z
  .object({ sharingTagId: Uuid, accessMode: AccessMode })
  .meta({ id: 'AddAccessGroupGrantRequest' })

export const AddAccessGroupOidcMappingRequest = z
  .object({ oidcGroupName: z.string().trim().min(1).max(200) })
  .meta({ id: 'AddAccessGroupOidcMappingRequest' })

const admin = { tag: 'Access Groups', access: 'system-admin' } as const
const GroupParams = z.object({ group_id: Uuid })
const all = '/api/v1/access-groups'
const one = `${all}/{group_id}`

export const listAccessGroups = route({
  ...admin,
  id: 'list_access_groups',
  method: 'get',
  path: all,
  summary: 'All access groups by name',
  status: 200,
  payload: json(z.array(AccessGroupDto)),
})

export const createAccessGroup = route({
  ...admin,
  id: 'create_access_group',
  wholeSight: true,
  method: 'post',
  path: all,
  summary: 'Create an access group',
  body: CreateAccessGroupRequest,
  status: 201,
  payload: json(AccessGroupDto),
})

export const getAccessGroup = route({
  ...admin,
  id: 'get_access_group',
  method: 'get',
  path: one,
  summary: 'An access group with its members, grants and mappings',
  params: GroupParams,
  status: 200,
  payload: json(AccessGroupDetailDto),
  errors: [404],
})

export const updateAccessGroup = route({
  ...admin,
  id: 'update_access_group',
  wholeSight: true,
  method: 'patch',
  path: one,
  summary: 'Change the name, the description or the limits of an access group',
  params: GroupParams,
  body: UpdateAccessGroupRequest,
  status: 200,
  payload: json(AccessGroupDto),
  errors: [404],
})

export const deleteAccessGroup = route({
  ...admin,
  id: 'delete_access_group',
  wholeSight: true,
  method: 'delete',
  path: one,
  summary: 'Delete an access group; its limits end for its members',
  params: GroupParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const addAccessGroupGrant = route({
  ...admin,
  id: 'add_access_group_grant',
  wholeSight: true,
  method: 'post',
  path: `${one}/grants`,
  summary: 'Allow or deny members the series with a sharing tag',
  params: GroupParams,
  body: AddAccessGroupGrantRequest,
  status: 200,
  payload: json(AccessGroupGrantDto),
  errors: [404],
})

export const removeAccessGroupGrant = route({
  ...admin,
  id: 'remove_access_group_grant',
  wholeSight: true,
  method: 'delete',
  path: `${one}/grants/{tag_id}`,
  summary: 'Remove the grant of a sharing tag from the members',
  params: GroupParams.extend({ tag_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

export const addAccessGroupMembers = route({
  ...admin,
  id: 'add_access_group_members',
  wholeSight: true,
  method: 'post',
  path: `${one}/members`,
  summary: 'Add users to an access group; returns all its members',
  params: GroupParams,
  body: AddAccessGroupMembersRequest,
  status: 200,
  payload: json(z.array(AccessGroupMemberDto)),
  errors: [404],
})

export const removeAccessGroupMember = route({
  ...admin,
  id: 'remove_access_group_member',
  wholeSight: true,
  method: 'delete',
  path: `${one}/members/{user_id}`,
  summary: 'Remove a user from an access group',
  params: GroupParams.extend({ user_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

export const addAccessGroupOidcMapping = route({
  ...admin,
  id: 'add_access_group_oidc_mapping',
  wholeSight: true,
  method: 'post',
  path: `${one}/oidc-mappings`,
  summary: 'Map a group of the identity provider to an access group',
  params: GroupParams,
  body: AddAccessGroupOidcMappingRequest,
  status: 200,
  payload: json(AccessGroupOidcMappingDto),
  errors: [404],
})

export const removeAccessGroupOidcMapping = route({
  ...admin,
  id: 'remove_access_group_oidc_mapping',
  wholeSight: true,
  method: 'delete',
  path: `${one}/oidc-mappings/{mapping_id}`,
  summary: "Remove the mapping of an identity provider's group",
  params: GroupParams.extend({ mapping_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getUserAccessGroups = route({
  ...admin,
  id: 'get_user_access_groups',
  method: 'get',
  path: '/api/v1/users/{user_id}/access-groups',
  summary: 'The access groups of a user',
  params: z.object({ user_id: Uuid }),
  status: 200,
  payload: json(z.array(AccessGroupSummaryDto)),
  errors: [404],
})

export const GrantSourceDto = z
  .object({
    kind: z.string().meta({ description: 'user, group or guardian' }),
    groupId: nullable(Uuid),
    groupName: nullable(z.string()),
  })
  .meta({ id: 'GrantSourceDto' })
export type GrantSourceDto = z.infer<typeof GrantSourceDto>

export const EffectiveGrantsResponse = z
  .object({
    userId: Uuid,
    grants: z.array(
      z
        .object({
          sharingTagId: Uuid,
          sharingTagName: z.string(),
          accessMode: AccessMode,
          sources: z.array(GrantSourceDto),
        })
        .meta({ id: 'EffectiveGrantDto' }),
    ),
  })
  .meta({ id: 'EffectiveGrantsResponse' })
export type EffectiveGrantsResponse = z.infer<typeof EffectiveGrantsResponse>

export const getUserEffectiveGrants = route({
  ...admin,
  id: 'get_user_effective_grants',
  method: 'get',
  path: '/api/v1/users/{user_id}/effective-grants',
  summary: 'The effective sharing tags of a user, with their sources',
  params: z.object({ user_id: Uuid }),
  status: 200,
  payload: json(EffectiveGrantsResponse),
  errors: [404],
})
