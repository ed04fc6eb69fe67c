import { redirect } from '@tanstack/react-router'
import { isUnauthorized } from '../api/client'
import { expectedUser, expectUser } from '../api/expected-user'
import { preferencesOf } from '../api/preferences'
import { queryClient } from '../api/query-client'
import { queryKeys } from '../api/query-keys'
import { hintSignedIn, wasSignedIn } from '../api/signed-in-hint'
import type { UserInfo } from '../api/types'
import { endSession, storeFor } from '../device/signed-in'
import { paySignOut, sessionQuery } from '../features/auth'
import { followPerson } from '../features/preferences'
import { setupQuery } from '../features/setup'

/**
 * Opens a page only if somebody is signed in; else redirects to the first run or the sign-in page, which leads back
 * here.
 */
export async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  if (!(await paySignOut())) throw redirect({ to: '/sign-in', search: {} })
  if (!wasSignedIn()) await leaveForSetup()
  try {
    const user = await queryClient.ensureQueryData(sessionQuery)
    hintSignedIn(true)
    const isNew = expectedUser() !== user.id
    expectUser(user.seenBy ? null : user.id)
    // Data seen while viewing as another user is not stored.
    void storeFor(user.seenBy ? null : user.id)
    // While viewing as another user nothing is sent in their name, and the administrator's own theme stays.
    if (!user.seenBy) {
      if (isNew) sendUnsentSoon(user.id)
      preferencesOf(user.id)
      followPerson()
    }
    followEventsSoon(user)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    if (wasSignedIn()) await leaveForSetup()
    hintSignedIn(false)
    void endSession(expectedUser())
    throw redirect({ to: '/sign-in', search: { next: location.href } })
  }
}

/** The visible page comes first. */
const SOON_MS = 2000
const EVENTS_AFTER_MS = 1000
let isOpening = true

/** Nothing is missed: the stream starts at the first answer of the page. */
function followEventsSoon({ id }: UserInfo): void {
  const follow = async () => {
    isOpening = false
    const { followEvents } = await import('../features/events')
    const user = queryClient.getQueryData<UserInfo>(queryKeys.me)
    if (user?.id === id) followEvents(user)
  }
  if (isOpening) setTimeout(follow, EVENTS_AFTER_MS)
  else void follow()
}

function sendUnsentSoon(userId: string): void {
  setTimeout(() => void import('../features/offline').then(offline => offline.followUnsent(userId)), SOON_MS)
}

async function leaveForSetup(): Promise<void> {
  const setup = await queryClient.fetchQuery(setupQuery)
  if (setup.setupRequired) throw redirect({ to: '/setup', search: {} })
}
