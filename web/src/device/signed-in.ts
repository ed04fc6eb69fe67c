import { basePath } from '../api/base-path'
import { coverCache, isCacheOf, SESSION_KEY, seenCache, sessionCache, type ToWorker } from './device-caches'

/** Browsers have caches only in secure contexts (HTTPS, or localhost). */
export const hasCaches = (): boolean => typeof caches !== 'undefined'

let known: string | null | undefined

/** The user whose answers may be stored on this device and shown offline; null for none. */
export async function storeFor(userId: string | null): Promise<void> {
  if (known === userId || !hasCaches()) return
  known = userId
  try {
    const session = await caches.open(sessionCache(basePath))
    if (userId === null) await session.delete(SESSION_KEY)
    else await session.put(SESSION_KEY, new Response(userId))
    await tellWorker({ kind: 'signed-in', userId })
  } catch {
    // Storage is full or forbidden: nothing is stored.
  }
}

/**
 * After a session has expired: deletes its cached answers and covers. Downloads stay and are available after the next
 * sign-in. `ended` is whose session it was, if that is known: by now, somebody else may have signed in in another tab.
 */
export async function endSession(ended: string | null): Promise<void> {
  if (!hasCaches()) return
  try {
    const session = await caches.open(sessionCache(basePath))
    const userId = await (await session.match(SESSION_KEY))?.text()
    if (ended !== null && userId !== undefined && userId !== ended) {
      known = undefined
      return
    }
    await storeFor(null)
    if (userId) await Promise.all([caches.delete(seenCache(userId)), caches.delete(coverCache(userId))])
  } catch {
    // Storage is forbidden: there is nothing in it.
  }
}

/** Deletes all data of a person on this device. */
export async function clearDevice(userId: string): Promise<void> {
  await storeFor(null)
  if (!hasCaches()) return
  const names = await caches.keys()
  await Promise.all(names.filter(name => isCacheOf(name, userId)).map(name => caches.delete(name)))
}

/** The worker must also know it from a page that was loaded without it. */
async function tellWorker(message: ToWorker): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage(message)
}
