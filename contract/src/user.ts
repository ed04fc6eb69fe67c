import { ROLES } from './access'
import { nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated, sizeQuery } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

export const UserRole = z.enum(ROLES).meta({ id: 'UserRole' })
export type UserRole = z.infer<typeof UserRole>

const Guardian = nullable(z.string()).meta({ description: 'Of a child profile: the user name of its guardian' })
export const Avatar = nullable(z.string()).meta({
  description: 'Version of the profile picture, for its address; null without one',
})

/** The signed-in user. */
export const UserInfo = z
  .object({
    id: Uuid,
    username: z.string(),
    email: z.string(),
    role: z.string(),
    emailVerified: z.boolean(),
    permissions: z.array(z.string()),
    seenBy: nullable(z.object({ username: z.string(), endsAt: Timestamp }).meta({ id: 'SeenBy' })).meta({
      description: 'Present while an administrator views the app as this user, read-only',
    }),
    guardian: Guardian,
    avatar: Avatar,
  })
  .meta({ id: 'UserInfo' })
export type UserInfo = z.infer<typeof UserInfo>

export const AccessMode = z.enum(['allow', 'deny']).meta({ id: 'AccessMode' })

export const UserSharingTagGrantDto = z
  .object({
    id: Uuid,
    sharingTagId: Uuid,
    sharingTagName: z.string(),
    accessMode: AccessMode,
    createdAt: Timestamp,
  })
  .meta({ id: 'UserSharingTagGrantDto' })
export type UserSharingTagGrantDto = z.infer<typeof UserSharingTagGrantDto>

/** Ages of readers, in years. */
export const Age = z.int().min(0).max(99)

/** Limits besides sharing tags; the same for users and access groups. */
export const limitsShape = {
  libraryIds: nullable(z.array(Uuid)).meta({ description: 'Only these libraries; null for all' }),
  ageLimit: nullable(Age).meta({ description: 'Series for older readers are hidden; null for no limit' }),
  showsUnrated: z.boolean().meta({ description: 'With an age limit: whether series without a rating are shown' }),
}

/** A grant for a sharing tag; null removes it. */
export const SharingTagRequest = z
  .object({ sharingTagId: Uuid, accessMode: AccessMode.nullable() })
  .meta({ id: 'SharingTagRequest' })
export type SharingTagRequest = z.infer<typeof SharingTagRequest>

/** The same as a request: absent stays unchanged. */
export const limitsChange = {
  libraryIds: nullable(z.array(Uuid).max(1000)),
  ageLimit: nullable(Age),
  showsUnrated: nullable(z.boolean()),
  sharingTags: nullable(z.array(SharingTagRequest).max(500)).meta({
    description: 'Applied together with the rest; other tags stay unchanged',
  }),
}

const userShape = {
  id: Uuid,
  username: z.string(),
  email: z.string(),
  role: UserRole,
  isActive: z.boolean(),
  permissions: z.array(z.string()),
  deniedPermissions: z
    .array(z.string())
    .meta({ description: 'Permissions denied to this user, regardless of role and extra permissions' }),
  secondFactor: z.boolean().meta({ description: 'Signing in takes more than a password' }),
  lastLoginAt: nullable(Timestamp),
  lastSeenAt: nullable(Timestamp).meta({ description: 'Accurate to five minutes' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  guardian: Guardian,
  avatar: Avatar,
}

export const UserDto = z.object(userShape).meta({ id: 'UserDto' })
export type UserDto = z.infer<typeof UserDto>

export const UserDetailDto = z
  .object({ ...userShape, ...limitsShape, sharingTags: z.array(UserSharingTagGrantDto) })
  .meta({ id: 'UserDetailDto' })
export type UserDetailDto = z.infer<typeof UserDetailDto>

const permissionNames = z.array(z.string()).max(100)

export const CreateUserRequest = z
  .object({
    username: z.string(),
    email: z.string(),
    password: nullable(z.string()).meta({
      description: 'If absent, nobody can sign in until a password is chosen with a link (reset-link)',
    }),
    role: nullable(UserRole),
    permissions: nullable(permissionNames),
    deniedPermissions: nullable(permissionNames),
    ...limitsChange,
  })
  .meta({ id: 'CreateUserRequest' })
export type CreateUserRequest = z.infer<typeof CreateUserRequest>

export const UpdateUserRequest = z
  .object({
    username: nullable(z.string()),
    email: nullable(z.string()),
    password: nullable(z.string()),
    currentPassword: nullable(z.string()).meta({
      description: "The current password, required to change the caller's own name, address or password",
    }),
    role: nullable(UserRole),
    isActive: nullable(z.boolean()),
    permissions: nullable(permissionNames),
    deniedPermissions: nullable(permissionNames),
    ...limitsChange,
  })
  .meta({ id: 'UpdateUserRequest' })
export type UpdateUserRequest = z.infer<typeof UpdateUserRequest>

const UserParams = z.object({ user_id: Uuid })
const MAX_USERS = 100

export const listUsers = route({
  id: 'list_users',
  method: 'get',
  path: '/api/v1/users',
  tag: 'Users',
  summary: 'Users by name, at most 100 per page',
  access: 'users-read',
  query: PageQuery.extend({
    pageSize: sizeQuery(50, MAX_USERS),
    role: UserRole.optional(),
    sharingTag: z.string().optional().meta({ description: 'Name of a sharing tag they have a grant for' }),
    sharingTagMode: z.string().optional().meta({ description: 'allow or deny' }),
    search: z.string().max(200).optional().meta({ description: 'Part of the name or address' }),
    isActive: z.enum(['true', 'false']).optional(),
  }),
  status: 200,
  payload: json(paginated('UserDto', UserDto)),
})

export const createUser = route({
  id: 'create_user',
  method: 'post',
  path: '/api/v1/users',
  tag: 'Users',
  summary: "Create a user, with at most the caller's own access",
  access: 'users-write',
  body: CreateUserRequest,
  status: 201,
  payload: json(UserDto),
})

export const getUser = route({
  id: 'get_user',
  method: 'get',
  path: '/api/v1/users/{user_id}',
  tag: 'Users',
  summary: 'One user',
  access: 'users-read',
  params: UserParams,
  status: 200,
  payload: json(UserDetailDto),
  errors: [404],
})

export const updateUser = route({
  id: 'update_user',
  method: 'patch',
  path: '/api/v1/users/{user_id}',
  tag: 'Users',
  summary: "Change a user's name, address, password, role, permissions, limits or active state",
  access: 'users-write',
  params: UserParams,
  body: UpdateUserRequest,
  status: 200,
  payload: json(UserDto),
  errors: [404, 409],
})

export const deleteUser = route({
  id: 'delete_user',
  method: 'delete',
  path: '/api/v1/users/{user_id}',
  tag: 'Users',
  summary: 'Delete a user with their progress, keys, sessions and preferences',
  access: 'users-delete',
  params: UserParams,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

export const getCurrentUser = route({
  id: 'get_current_user',
  method: 'get',
  path: '/api/v1/user',
  tag: 'Current User',
  summary: 'The signed-in account',
  access: 'login',
  scope: 'libraries-read',
  status: 200,
  payload: json(UserDetailDto),
})

export const UpdateCurrentUserRequest = z
  .object({
    username: nullable(z.string()),
    email: nullable(z.string()).meta({ description: 'Not confirmed yet, except for administrators' }),
    currentPassword: nullable(z.string()).meta({ description: 'Required for any change' }),
  })
  .meta({ id: 'UpdateCurrentUserRequest' })
export type UpdateCurrentUserRequest = z.infer<typeof UpdateCurrentUserRequest>

export const updateCurrentUser = route({
  id: 'update_current_user',
  method: 'patch',
  path: '/api/v1/user',
  tag: 'Current User',
  summary: "Change the caller's name and e-mail address",
  access: 'login',
  scope: 'session',
  body: UpdateCurrentUserRequest,
  status: 200,
  payload: json(UserDetailDto),
})
