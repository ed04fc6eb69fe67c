import { SESSION_KEY, sessionCache } from '../src/device/device-caches'
import { basePath } from './scope'

let known: string | null | undefined

/** The signed-in user, as reported by pages. */
export async function signedIn(): Promise<string | null> {
  if (known !== undefined) return known
  const answer = await (await caches.open(sessionCache(basePath))).match(SESSION_KEY)
  const user = answer ? await answer.text() : null
  // A page may have reported another one meanwhile, or that nobody is.
  if (known === undefined) known = user
  return known
}

export function setSignedIn(userId: string | null): void {
  known = userId
}
