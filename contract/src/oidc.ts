import { nullable } from './ids'
import { json, nothing, route } from './route'
import * as z from './zod'

/** Ties a sign-in to the browser that began it. */
export const OIDC_COOKIE = 'oidc_browser'

/** Where the app continues after a sign-in with a provider; `next` is the target page. */
export const OIDC_DONE_PATH = '/signed-in'

/** The name of a provider in addresses. */
export const PROVIDER_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** Why signing in with a provider failed: the sign-in page has a sentence for each. */
export const OIDC_PROBLEMS = [
  'refused',
  'expired',
  'provider',
  'unreachable',
  'no_email',
  'email_unverified',
  'account_unverified',
  'no_account',
  'inactive',
  'linked_elsewhere',
  'signed_out',
] as const
export type OidcProblem = (typeof OIDC_PROBLEMS)[number]

export const OidcProviderInfo = z
  .object({
    name: z.string().meta({ description: 'Used in addresses' }),
    displayName: z.string(),
    loginUrl: z.string().meta({ description: 'Where a sign-in starts, by POST' }),
  })
  .meta({ id: 'OidcProviderInfo' })
export type OidcProviderInfo = z.infer<typeof OidcProviderInfo>

export const OidcProvidersResponse = z
  .object({ enabled: z.boolean(), providers: z.array(OidcProviderInfo) })
  .meta({ id: 'OidcProvidersResponse' })
export type OidcProvidersResponse = z.infer<typeof OidcProvidersResponse>

export const OidcLoginRequest = z
  .object({
    redirectUri: nullable(z.string().max(2000)).meta({
      description: 'Where an app gets its tokens: one of `auth.oidc.allowed_redirect_uris`. Omitted by the web app.',
    }),
    next: nullable(z.string().max(2000)).meta({ description: 'Path in the web app to continue at' }),
  })
  .meta({ id: 'OidcLoginRequest' })

export const OidcLoginResponse = z
  .object({ redirectUrl: z.string().meta({ description: 'Page of the provider to open' }) })
  .meta({ id: 'OidcLoginResponse' })
export type OidcLoginResponse = z.infer<typeof OidcLoginResponse>

const ofProvider = z.object({ provider: z.string().max(100) })
const answerOfProvider = z.object({
  code: z.string().max(4000).optional(),
  state: z.string().max(1000).optional(),
  iss: z.string().max(1000).optional().meta({ description: 'The issuer (RFC 9207)' }),
  error: z.string().max(200).optional(),
  error_description: z.string().max(2000).optional(),
})

export const listOidcProviders = route({
  id: 'list_providers',
  method: 'get',
  path: '/api/v1/auth/oidc/providers',
  tag: 'Auth',
  summary: 'Identity providers people can sign in with',
  access: 'public',
  status: 200,
  payload: json(OidcProvidersResponse),
})

export const beginOidcLogin = route({
  id: 'oidc_login',
  method: 'post',
  path: '/api/v1/auth/oidc/{provider}/login',
  tag: 'Auth',
  summary: 'Start signing in with an identity provider; valid for five minutes in this browser',
  access: 'public',
  params: ofProvider,
  body: OidcLoginRequest,
  bodyOptional: true,
  status: 200,
  payload: json(OidcLoginResponse),
  errors: [503],
})

export const finishOidcLogin = route({
  id: 'callback',
  method: 'get',
  path: '/api/v1/auth/oidc/{provider}/callback',
  tag: 'Auth',
  summary: 'Where the identity provider sends the browser back; continues to the app or the sign-in page',
  access: 'public',
  params: ofProvider,
  query: answerOfProvider,
  status: 303,
  payload: nothing,
})
