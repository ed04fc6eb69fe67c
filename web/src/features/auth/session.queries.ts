import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, api } from '../../api/client'
import { whenBack } from '../../api/connection'
import { expectUser } from '../../api/expected-user'
import { forgetPlace } from '../../api/live-state'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { hintSignedIn } from '../../api/signed-in-hint'
import type { LoginRequest, PasskeyAnswer, UserInfo } from '../../api/types'
import { owedSignOut, storeOwedSignOut } from '../../device/owed-sign-out'
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
    await api.delete('/api/v1/auth/see-as', { anonymous: true, user: null })
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

export async function signIn(credentials: LoginRequest): Promise<void> {
  await paySignOut()
  const answer = await api.post('/api/v1/auth/login', { body: credentials, anonymous: true, impatient: true })
  enter(answer.user)
}

export async function signInByPasskey(passkey: PasskeyAnswer): Promise<void> {
  await paySignOut()
  const answer = await api.post('/api/v1/auth/passkey', { body: passkey, anonymous: true, impatient: true })
  enter(answer.user)
}

/** A new user: all data of the previous one is dropped. */
export function enter(user: UserInfo): void {
  queryClient.clear()
  forgetPlace()
  expectUser(null)
  // The cookie is that of a new session.
  storeOwedSignOut(null)
  queryClient.setQueryData(queryKeys.me, user)
  hintSignedIn(true)
  void storeFor(user.id)
}

/** Clears this device even without the server; the sign-out is sent when the server answers again. */
export async function signOut(): Promise<void> {
  const user = queryClient.getQueryData<UserInfo>(queryKeys.me)
  const owner = user && !user.seenBy ? user.id : null
  const device = await import('../../device/leave')
  if (owner !== null) await device.sendBeforeLeaving(owner)
  storeOwedSignOut(owner ?? ANY_USER)
  expectUser(null)
  await paySignOut()
  void import('../events').then(events => events.stopFollowing())
  if (owner !== null) await Promise.all([device.clearStored(owner), clearDevice(owner)])
  queryClient.clear()
  hintSignedIn(false)
}

const ANY_USER = 'any'

/** Sends a sign-out that the server has not confirmed yet. False if it cannot be reached. */
export async function paySignOut(): Promise<boolean> {
  const owed = owedSignOut()
  if (owed === null) return true
  try {
    await api.post('/api/v1/auth/logout', {
      body: {},
      anonymous: true,
      impatient: true,
      user: owed === ANY_USER ? null : owed,
    })
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    // 401: the session has ended already, or another user has signed in.
    if (status === 0 || status === 429 || status >= 500) return false
  }
  if (owedSignOut() === owed) storeOwedSignOut(null)
  return true
}

whenBack(() => void paySignOut())
