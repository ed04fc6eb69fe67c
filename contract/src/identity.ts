import { nullable, Timestamp, Uuid } from './ids'
import { OidcLoginResponse } from './oidc'
import { json, nothing, route } from './route'
import { ConfirmedRequest } from './second-factor'
import * as z from './zod'

export const IdentityDto = z
  .object({
    id: Uuid,
    provider: z.string().meta({ description: 'Name of the provider' }),
    providerName: z.string().meta({ description: 'Name shown to people' }),
    label: nullable(z.string()).meta({ description: 'Address or name of the account there' }),
    createdAt: Timestamp,
    lastUsedAt: nullable(Timestamp),
  })
  .meta({ id: 'IdentityDto' })
export type IdentityDto = z.infer<typeof IdentityDto>

const BASE = '/api/v1/user/identities'

export const listIdentities = route({
  id: 'list_own_identities',
  method: 'get',
  path: BASE,
  tag: 'Current User',
  summary: 'Accounts at identity providers with which the caller can sign in',
  access: 'login',
  scope: 'session',
  status: 200,
  payload: json(z.array(IdentityDto)),
})

export const linkIdentity = route({
  id: 'link_own_identity',
  method: 'post',
  path: `${BASE}/{provider}/link`,
  tag: 'Current User',
  summary: 'Start linking an account at an identity provider, in this browser',
  access: 'login',
  scope: 'session',
  params: z.object({ provider: z.string().max(100) }),
  body: ConfirmedRequest,
  status: 200,
  payload: json(OidcLoginResponse),
  errors: [404, 503],
})

export const unlinkIdentity = route({
  id: 'unlink_own_identity',
  method: 'delete',
  path: `${BASE}/{identity_id}`,
  tag: 'Current User',
  summary: 'Unlink an account at an identity provider',
  access: 'login',
  scope: 'session',
  params: z.object({ identity_id: Uuid }),
  body: ConfirmedRequest,
  bodyOptional: true,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})
