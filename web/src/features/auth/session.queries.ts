import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, api, isUnauthorized } from '../../api/client'
import { forgetPlace } from '../../api/live-state'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { LoginRequest, PasskeyAnswer, UserInfo } from '../../api/types'
import { clearDevice, storeFor } from '../../device/signed-in'

/** The signed-in user. The session is the cookie; the page only sees name and permissions. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.me,
  queryFn: ({ signal }) => askWhoIsHere(signal),
  staleTime: 5 * 60_000,
  retry: false,
})

async function askWhoIsHere(signal: AbortSignal): Promise<UserInfo> {
  const ask = () => api.get('/api/v1/auth/me', { signal, anonymous: true })
  try {
    return await ask()
  } catch (error) {
    if (!hasSeenEnough(error)) throw error
    // Viewing as another user has expired: the administrator is still signed in.
    await api.delete('/api/v1/auth/see-as', { anonymous: true })
    return ask()
  }
}

function hasSeenEnough(error: unknown): boolean {
  const details = error instanceof ApiError && error.status === 401 ? error.details : null
  return typeof details === 'object' && details !== null && 'seeAsEnded' in details
}

/** Only inside pages that require sign-in. */
export function useSession(): UserInfo | undefined {
  return useQuery(sessionQuery).data
}

export function useMay(permission: string): boolean {
  return useSession()?.permissions.includes(permission) ?? false
}

const hintedAs = 'octavo.signed-in'

/**
 * Whether somebody has signed in with this browser before. Without the hint, the session query is probably useless, and
 * the first run more likely. It is only a hint: the cookie decides.
 */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(hintedAs) === 'yes'
  } catch {
    return true
  }
}

export function hintSignedIn(now: boolean): void {
  try {
    if (now) localStorage.setItem(hintedAs, 'yes')
    else localStorage.removeItem(hintedAs)
  } catch {
    // Without storage, one more request is made.
  }
}

export async function signIn(credentials: LoginRequest): Promise<void> {
  const answer = await api.post('/api/v1/auth/login', { body: credentials, anonymous: true, impatient: true })
  enter(answer.user)
}

export async function signInByPasskey(passkey: PasskeyAnswer): Promise<void> {
  const answer = await api.post('/api/v1/auth/passkey', { body: passkey, anonymous: true, impatient: true })
  enter(answer.user)
}

/** A new user: all data of the previous one is dropped. */
export function enter(user: UserInfo): void {
  queryClient.clear()
  forgetPlace()
  queryClient.setQueryData(queryKeys.me, user)
  hintSignedIn(true)
  void storeFor(user.id)
}

export async function signOut(): Promise<void> {
  const user = queryClient.getQueryData<UserInfo>(queryKeys.me)
  const device = await import('../../device/leave')
  if (user && !user.seenBy) await device.sendBeforeLeaving(user.id)
  await api.post('/api/v1/auth/logout', { body: {}, anonymous: true }).catch(error => {
    // The session has already ended.
    if (!isUnauthorized(error)) throw error
  })
  void import('../events').then(events => events.stopFollowing())
  if (user && !user.seenBy) await Promise.all([device.clearStored(user.id), clearDevice(user.id)])
  queryClient.clear()
  hintSignedIn(false)
}
