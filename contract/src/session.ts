import { nullable, Timestamp, Uuid } from './ids'
import { json, nothing, route } from './route'
import * as z from './zod'

export const SessionDto = z
  .object({
    id: Uuid,
    client: nullable(z.string()).meta({ description: 'Browser or app, if known' }),
    system: nullable(z.string()),
    device: z.enum(['desktop', 'phone', 'tablet', 'other']),
    address: z.string().meta({ description: 'Where it was last used from' }),
    way: z.enum(['password', 'passkey', 'oidc', 'registration', 'setup', 'profile']),
    current: z.boolean().meta({ description: 'The session of this request' }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.meta({ description: 'Accurate to five minutes' }),
    expiresAt: Timestamp.meta({ description: 'When it expires unless used before' }),
  })
  .meta({ id: 'SessionDto' })
export type SessionDto = z.infer<typeof SessionDto>

export const RevokedSessions = z.object({ revoked: z.int() }).meta({ id: 'RevokedSessions' })

export const listOwnSessions = route({
  id: 'list_own_sessions',
  method: 'get',
  path: '/api/v1/user/sessions',
  tag: 'Current User',
  summary: 'Sessions of the caller, most recently used first',
  access: 'login',
  scope: 'session',
  status: 200,
  payload: json(z.array(SessionDto)),
})

export const revokeOwnSession = route({
  id: 'revoke_own_session',
  method: 'delete',
  path: '/api/v1/user/sessions/{session_id}',
  tag: 'Current User',
  summary: 'Sign out one device',
  access: 'login',
  scope: 'session',
  params: z.object({ session_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

export const revokeOtherSessions = route({
  id: 'revoke_other_sessions',
  method: 'delete',
  path: '/api/v1/user/sessions',
  tag: 'Current User',
  summary: 'Sign out all other sessions',
  access: 'login',
  scope: 'session',
  status: 200,
  payload: json(RevokedSessions),
})

const UserParams = z.object({ user_id: Uuid })

export const listUserSessions = route({
  id: 'list_user_sessions',
  method: 'get',
  path: '/api/v1/users/{user_id}/sessions',
  tag: 'Users',
  summary: 'Sessions of a user',
  access: 'users-read',
  params: UserParams,
  status: 200,
  payload: json(z.array(SessionDto)),
  errors: [404],
})

export const revokeUserSessions = route({
  id: 'revoke_user_sessions',
  method: 'delete',
  path: '/api/v1/users/{user_id}/sessions',
  tag: 'Users',
  summary: 'Sign out all sessions of a user',
  access: 'users-write',
  params: UserParams,
  status: 200,
  payload: json(RevokedSessions),
  errors: [404],
})
