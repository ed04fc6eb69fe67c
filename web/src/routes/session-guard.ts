import { redirect } from '@tanstack/react-router'
import { isUnauthorized } from '../api/client'
import { expectedUser, expectUser } from '../api/expected-user'
import { preferencesOf } from '../api/preferences'
import { queryClient } from '../api/query-client'
import { endSession, storeFor } from '../device/signed-in'
import { hintSignedIn, paySignOut, sessionQuery, wasSignedIn } from '../features/auth'
import { setupQuery } from '../features/setup'
import { loadViewingAsMessages } from '../features/viewing-as'
import { patiently } from '../ui/lazy-part'

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
      void import('../features/preferences').then(preferences => preferences.followPerson())
    } else await patiently(loadViewingAsMessages)
    void import('../features/events').then(events => events.followEvents(user))
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

function sendUnsentSoon(userId: string): void {
  setTimeout(() => void import('../features/offline').then(offline => offline.followUnsent(userId)), SOON_MS)
}

async function leaveForSetup(): Promise<void> {
  const setup = await queryClient.fetchQuery(setupQuery)
  if (setup.setupRequired) throw redirect({ to: '/setup', search: {} })
}
