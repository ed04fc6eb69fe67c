import { basePath } from '../api/base-path'
import { coverCache, isCacheOf, SESSION_KEY, seenCache, sessionCache, type ToWorker } from './device-caches'

/** Browsers have caches only in secure contexts (HTTPS, or localhost). */
export const hasCaches = (): boolean => typeof caches !== 'undefined'

let known: string | null | undefined

/** The user whose answers may be stored on this device and shown offline; null for none. Deletes those of another. */
export async function storeFor(userId: string | null): Promise<void> {
  if (known === userId || !hasCaches()) return
  known = userId
  try {
    const session = await caches.open(sessionCache(basePath))
    const before = await userIn(session)
    // First the worker, so that it stores nothing for the one before any more.
    await tellWorker({ kind: 'signed-in', userId })
    if (userId === null) await session.delete(SESSION_KEY)
    else {
      if (before !== userId) await clearAnswers(before)
      await session.put(SESSION_KEY, new Response(userId))
    }
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
    const userId = await userIn(session)
    if (ended !== null && userId !== undefined && userId !== ended) {
      known = undefined
      return
    }
    await storeFor(null)
    await clearAnswers(userId)
  } catch {
    // Storage is forbidden: there is nothing in it.
  }
}

const userIn = async (session: Cache) => (await session.match(SESSION_KEY))?.text()

/** Downloads stay. */
async function clearAnswers(userId: string | undefined): Promise<void> {
  if (userId) await Promise.all([seenCache(userId), coverCache(userId)].map(name => caches.delete(name)))
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
