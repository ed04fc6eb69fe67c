import { ROLES } from './access'
import { nullable, Timestamp } from './ids'
import { PROVIDER_NAME } from './oidc'
import { REFUSALS, refusal } from './refusals'
import { json, nothing, route } from './route'
import * as z from './zod'

const line = (max: number) => z.string().trim().min(1).max(max)
const webAddress = z
  .string()
  .trim()
  .max(500)
  .refine(
    value => {
      const url = URL.parse(value)
      if (!url || !['http:', 'https:'].includes(url.protocol)) return false
      return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
    },
    refusal('provider_address', 'must be an address such as https://auth.example.org'),
  )

const words = (most: number) => z.array(line(200)).max(most)
export const RoleMapping = z.partialRecord(z.enum(ROLES), words(100))

/** A provider without its secret. */
const fields = {
  displayName: line(60),
  issuerUrl: webAddress.meta({ description: "The provider's issuer URL; its configuration is read from there" }),
  clientId: line(300),
  scopes: words(30).meta({ description: '`openid` is always requested' }),
  roleMapping: RoleMapping.meta({
    description: 'Groups whose members get a role; without any, roles are managed here',
  }),
  groupsClaim: line(200).meta({ description: 'A dot addresses a nested object: `realm_access.roles`' }),
  usernameClaim: line(200),
  emailClaim: line(200),
  enabled: z.boolean(),
}

export const IdentityProviderDto = z
  .object({
    name: z.string(),
    ...fields,
    issuerUrl: z.string(),
    hasSecret: z.boolean().meta({ description: 'The secret itself is never sent' }),
    origin: z
      .enum(['app', 'server'])
      .meta({ description: 'server: set in its file or environment, and changed only there' }),
    redirectUrl: z.string().meta({ description: 'Enter it at the provider' }),
    createdAt: nullable(Timestamp),
    updatedAt: nullable(Timestamp),
  })
  .meta({ id: 'IdentityProviderDto' })
export type IdentityProviderDto = z.infer<typeof IdentityProviderDto>

const secret = nullable(z.string().min(1).max(1000))

export const CreateIdentityProviderRequest = z
  .object({
    name: z
      .string()
      .refine(
        name => PROVIDER_NAME.test(name),
        refusal('provider_name', 'must be lowercase letters, digits, hyphens and underscores'),
      )
      .meta({ pattern: PROVIDER_NAME.source }),
    displayName: fields.displayName,
    issuerUrl: fields.issuerUrl,
    clientId: fields.clientId,
    clientSecret: secret,
    scopes: fields.scopes.optional(),
    roleMapping: fields.roleMapping.optional(),
    groupsClaim: fields.groupsClaim.optional(),
    usernameClaim: fields.usernameClaim.optional(),
    emailClaim: fields.emailClaim.optional(),
    enabled: fields.enabled.optional(),
  })
  .meta({ id: 'CreateIdentityProviderRequest' })
export type CreateIdentityProviderRequest = z.infer<typeof CreateIdentityProviderRequest>

export const UpdateIdentityProviderRequest = CreateIdentityProviderRequest.omit({ name: true })
  .partial()
  .extend({ clientSecret: secret.meta({ description: 'Absent: unchanged; null: none' }) })
  .meta({ id: 'UpdateIdentityProviderRequest' })
export type UpdateIdentityProviderRequest = z.infer<typeof UpdateIdentityProviderRequest>

/** Result of testing a provider without a sign-in. */
export const IdentityProviderTest = z
  .object({
    reachable: z.boolean(),
    accepted: nullable(z.boolean()).meta({
      description: 'Whether it accepts id and secret of this client; null if unknown',
    }),
    problem: nullable(z.string()),
    reason: nullable(z.enum(REFUSALS)).meta({ description: 'The reason as a code' }),
    redirectUrl: z.string(),
  })
  .meta({ id: 'IdentityProviderTest' })
export type IdentityProviderTest = z.infer<typeof IdentityProviderTest>

const BASE = '/api/v1/admin/identity-providers'
const one = z.object({ provider: z.string().max(100) })

export const listIdentityProviders = route({
  id: 'list_identity_providers',
  method: 'get',
  path: BASE,
  tag: 'Identity Providers',
  summary: 'Every provider with its settings, except the secret',
  access: 'system-admin',
  status: 200,
  payload: json(z.array(IdentityProviderDto)),
})

export const createIdentityProvider = route({
  id: 'create_identity_provider',
  method: 'post',
  path: BASE,
  tag: 'Identity Providers',
  summary: 'Add a provider',
  access: 'system-admin',
  scope: 'session',
  wholeSight: true,
  body: CreateIdentityProviderRequest,
  status: 201,
  payload: json(IdentityProviderDto),
  errors: [409],
})

export const updateIdentityProvider = route({
  id: 'update_identity_provider',
  method: 'patch',
  path: `${BASE}/{provider}`,
  tag: 'Identity Providers',
  summary: 'Change a provider',
  access: 'system-admin',
  scope: 'session',
  wholeSight: true,
  params: one,
  body: UpdateIdentityProviderRequest,
  status: 200,
  payload: json(IdentityProviderDto),
  errors: [404, 409],
})

export const deleteIdentityProvider = route({
  id: 'delete_identity_provider',
  method: 'delete',
  path: `${BASE}/{provider}`,
  tag: 'Identity Providers',
  summary: 'Remove a provider; nobody can sign in with it any more',
  access: 'system-admin',
  scope: 'session',
  wholeSight: true,
  params: one,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

export const testIdentityProvider = route({
  id: 'test_identity_provider',
  method: 'post',
  path: `${BASE}/{provider}/test`,
  tag: 'Identity Providers',
  summary: 'Test whether a provider responds and accepts this client',
  access: 'system-admin',
  scope: 'session',
  params: one,
  status: 200,
  payload: json(IdentityProviderTest),
  errors: [404],
})
