import { Uuid } from './ids'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

export const AvatarDto = z
  .object({ avatar: z.string().meta({ description: 'Changes with the picture: part of its address, for caches' }) })
  .meta({ id: 'AvatarDto' })
export type AvatarDto = z.infer<typeof AvatarDto>

const AvatarForm = z
  .object({
    file: z
      .string()
      .meta({ format: 'binary', description: 'The picture; it is cropped to a square around its centre' }),
  })
  .meta({ id: 'AvatarForm' })

const own = { tag: 'Current User', access: 'login', scope: 'session', path: '/api/v1/user/avatar' } as const

export const uploadAvatar = route({
  ...own,
  id: 'upload_avatar',
  method: 'post',
  summary: "Set the caller's profile picture",
  upload: AvatarForm,
  status: 200,
  payload: json(AvatarDto),
  errors: [413, 415],
})

export const deleteAvatar = route({
  ...own,
  id: 'delete_avatar',
  method: 'delete',
  summary: "Delete the caller's profile picture",
  status: 204,
  payload: nothing,
})

export const deleteUserAvatar = route({
  id: 'delete_user_avatar',
  method: 'delete',
  path: '/api/v1/users/{user_id}/avatar',
  tag: 'Users',
  summary: "Delete a user's profile picture",
  access: 'users-write',
  scope: 'session',
  params: z.object({ user_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getUserAvatar = route({
  id: 'get_user_avatar',
  method: 'get',
  path: '/api/v1/users/{user_id}/avatar',
  tag: 'Users',
  summary: "A user's profile picture: the caller's own, those of their child profiles, or, with users-read, any",
  access: 'login',
  scope: 'session',
  params: z.object({ user_id: Uuid }),
  query: z.object({ v: z.string().max(100).optional() }),
  status: 200,
  payload: bytes('image/jpeg'),
  also: [304],
  errors: [404],
})
