import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { RegisterRequest } from '../../api/types'
import { enter, paySignOut } from './session.queries'

export const signInOptionsQuery = queryOptions({
  queryKey: queryKeys.signInOptions,
  queryFn: ({ signal }) => api.get('/api/v1/auth/options', { signal, anonymous: true }),
  staleTime: 60_000,
})

/** Identity providers enabled for sign-in. */
export const providersQuery = queryOptions({
  queryKey: queryKeys.providers,
  queryFn: async ({ signal }) => (await api.get('/api/v1/auth/oidc/providers', { signal, anonymous: true })).providers,
  staleTime: 60_000,
})

/** Returns the provider's page to open. */
export async function beginByProvider(name: string, next: string): Promise<string> {
  await paySignOut()
  const body = next === '/' ? {} : { next }
  return (await api.post('/api/v1/auth/oidc/{provider}/login', { params: { provider: name }, body, anonymous: true }))
    .redirectUrl
}

/**
 * The provider has authenticated the user and the cookie is set: loads the session. Why the sign-out first: opened
 * directly after an offline sign-out, this page must not resume the old session.
 */
export async function takeOver(): Promise<void> {
  await paySignOut()
  enter(await api.get('/api/v1/auth/me', { anonymous: true }))
}

/** Returns the address to confirm first; null if the account is ready and signed in. */
export async function register(account: RegisterRequest): Promise<string | null> {
  const { user, accessToken } = await api.post('/api/v1/auth/register', {
    body: account,
    anonymous: true,
    impatient: true,
  })
  if (!accessToken) return user.email
  enter(user)
  return null
}

export async function confirmAddress(token: string): Promise<void> {
  const { user } = await api.post('/api/v1/auth/verify-email', { body: { token }, anonymous: true })
  enter(user)
}

export const sendConfirmation = (email: string) =>
  api.post('/api/v1/auth/resend-verification', { body: { email }, anonymous: true, impatient: true })

export const askForLink = (email: string) =>
  api.post('/api/v1/auth/forgot-password', { body: { email }, anonymous: true, impatient: true })

export const resetPassword = (token: string, password: string) =>
  api.post('/api/v1/auth/reset-password', { body: { token, password }, anonymous: true, impatient: true })

/** The token of a one-time link: in the fragment, which servers and logs do not see. */
export function tokenOfLink(): string | null {
  const token = location.hash.slice(1)
  return /^[\w-]{20,100}$/.test(token) ? token : null
}
