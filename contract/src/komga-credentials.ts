import { KomgaError, KomgaUserDto } from './komga'
import { KomgaKeyParams, KomgaParams, KomgaUserParams } from './komga-query'
import { json, nothing, route } from './route'
import * as z from './zod'

const AT = '/{prefix}/api/v1'
const all = { tag: 'Komga', status: 200, errorBody: KomgaError, repeats: true, params: KomgaParams } as const

const ApiKey = z
  .object({
    id: z.string(),
    userId: z.string(),
    key: z.string().meta({ description: 'The secret in the response that creates it; masked in lists' }),
    comment: z.string(),
    createdDate: z.string(),
    lastModifiedDate: z.string(),
  })
  .meta({ id: 'KomgaApiKeyDto' })
export type KomgaApiKeyDto = z.infer<typeof ApiKey>

export const komgaListApiKeys = route({
  ...all,
  id: 'komga_list_api_keys',
  method: 'get',
  path: `${AT}/users/me/api-keys`,
  summary: 'API keys of the caller, without their secrets',
  access: 'login',
  scope: 'session',
  payload: json(z.array(ApiKey)),
})

export const komgaCreateApiKey = route({
  ...all,
  id: 'komga_create_api_key',
  method: 'post',
  path: `${AT}/users/me/api-keys`,
  summary: 'Create an API key with the permissions of the caller; only this response has its secret',
  access: 'api-keys-write',
  body: z.object({ comment: z.string().trim().min(1).max(100) }).meta({ id: 'KomgaApiKeyRequestDto' }),
  payload: json(ApiKey),
  errors: [409],
})

export const komgaDeleteApiKey = route({
  ...all,
  id: 'komga_delete_api_key',
  method: 'delete',
  path: `${AT}/users/me/api-keys/{api_key_id}`,
  summary: 'Delete an API key of the caller',
  access: 'api-keys-delete',
  params: KomgaKeyParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

const PasswordUpdate = z
  .object({
    password: z.string().max(1000),
    currentPassword: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: "Required to change the caller's own password; Komga has no such field" }),
  })
  .meta({ id: 'KomgaPasswordUpdateDto' })
const password = { ...all, method: 'patch', scope: 'session', body: PasswordUpdate, status: 204 } as const

export const komgaChangeOwnPassword = route({
  ...password,
  id: 'komga_change_own_password',
  path: `${AT}/users/me/password`,
  summary: "Change the caller's password; all other sessions end",
  access: 'login',
  payload: nothing,
})

export const komgaChangePassword = route({
  ...password,
  id: 'komga_change_password',
  path: `${AT}/users/{user_id}/password`,
  summary: "Change a user's password, or the caller's own",
  access: 'login',
  params: KomgaUserParams,
  payload: nothing,
  errors: [404],
})

export const komgaClaim = route({
  ...all,
  id: 'komga_claim',
  method: 'post',
  path: `${AT}/claim`,
  summary: 'Create the first account, given in headers; has the same requirements as set-up',
  access: 'public',
  payload: json(KomgaUserDto),
})
