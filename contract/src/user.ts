import { z } from 'zod'
import { ROLES } from './access'
import { nullable, Timestamp, Uuid } from './ids'
import { json, route } from './route'

export const UserRole = z.enum(ROLES).meta({ id: 'UserRole' })

/** Who is signed in. */
export const UserInfo = z
  .object({
    id: Uuid,
    username: z.string(),
    email: z.string(),
    role: z.string(),
    emailVerified: z.boolean(),
    permissions: z.array(z.string()),
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

export const UserDetailDto = z
  .object({
    id: Uuid,
    username: z.string(),
    email: z.string(),
    role: UserRole,
    isActive: z.boolean(),
    permissions: z.array(z.string()),
    sharingTags: z.array(UserSharingTagGrantDto),
    lastLoginAt: nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'UserDetailDto' })
export type UserDetailDto = z.infer<typeof UserDetailDto>

export const getCurrentUser = route({
  id: 'get_current_user',
  method: 'get',
  path: '/api/v1/user',
  tag: 'Current User',
  summary: 'The account that is signed in',
  access: 'login',
  status: 200,
  payload: json(UserDetailDto),
})
