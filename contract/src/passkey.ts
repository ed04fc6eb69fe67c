import { LoginResponse } from './auth'
import { nullable, Timestamp, Uuid } from './ids'
import { NewCredential, PasskeyAnswer, PasskeyOptions, PasskeyTicket } from './passkey-credential'
import { json, nothing, route } from './route'
import { ConfirmedRequest } from './second-factor'
import * as z from './zod'

/** Ties a request for a passkey to the browser that made it. */
export const PASSKEY_COOKIE = 'octavo_passkey'

export const PasskeyDto = z
  .object({
    id: Uuid,
    name: z.string(),
    host: z.string().meta({ description: 'Host name it was created for and works with' }),
    synced: z.boolean().meta({ description: 'Whether it is synced to other devices of the owner' }),
    createdAt: Timestamp,
    lastUsedAt: nullable(Timestamp),
  })
  .meta({ id: 'PasskeyDto' })
export type PasskeyDto = z.infer<typeof PasskeyDto>

const Name = z.string().trim().min(1).max(100)
const BASE = '/api/v1/user/passkeys'

export const listPasskeys = route({
  id: 'list_passkeys',
  method: 'get',
  path: BASE,
  tag: 'Current User',
  summary: "The caller's passkeys, newest first",
  access: 'login',
  scope: 'session',
  status: 200,
  payload: json(z.array(PasskeyDto)),
})

export const beginPasskey = route({
  id: 'begin_passkey',
  method: 'post',
  path: `${BASE}/options`,
  tag: 'Current User',
  summary: 'Options for creating a passkey in a browser',
  access: 'login',
  scope: 'session',
  body: ConfirmedRequest,
  status: 200,
  payload: json(PasskeyOptions),
  errors: [409],
})

export const addPasskey = route({
  id: 'add_passkey',
  method: 'post',
  path: BASE,
  tag: 'Current User',
  summary: 'Save a new passkey',
  access: 'login',
  scope: 'session',
  body: z.object({ ticket: PasskeyTicket, name: Name, response: NewCredential }).meta({ id: 'AddPasskeyRequest' }),
  status: 201,
  payload: json(PasskeyDto),
  errors: [409],
})

const Params = z.object({ passkey_id: Uuid })

export const renamePasskey = route({
  id: 'rename_passkey',
  method: 'patch',
  path: `${BASE}/{passkey_id}`,
  tag: 'Current User',
  summary: 'Rename a passkey',
  access: 'login',
  scope: 'session',
  params: Params,
  body: z.object({ name: Name }).meta({ id: 'RenamePasskeyRequest' }),
  status: 200,
  payload: json(PasskeyDto),
  errors: [404],
})

export const removePasskey = route({
  id: 'remove_passkey',
  method: 'post',
  path: `${BASE}/{passkey_id}/remove`,
  tag: 'Current User',
  summary: 'Delete a passkey',
  access: 'login',
  scope: 'session',
  params: Params,
  body: ConfirmedRequest,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

export const beginPasskeySignIn = route({
  id: 'begin_passkey_sign_in',
  method: 'post',
  path: '/api/v1/auth/passkey/options',
  tag: 'Auth',
  summary: 'Options for signing in with a passkey, without a user name',
  access: 'public',
  status: 200,
  payload: json(PasskeyOptions),
  errors: [409],
})

export const signInByPasskey = route({
  id: 'sign_in_by_passkey',
  method: 'post',
  path: '/api/v1/auth/passkey',
  tag: 'Auth',
  summary: 'Sign in with a passkey, which counts as password and second factor',
  access: 'public',
  body: PasskeyAnswer,
  status: 200,
  payload: json(LoginResponse),
  errors: [401, 409],
})
