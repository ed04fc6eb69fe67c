import { USER_HEADER } from '@octavo/contract/user-header'
import { CacheExpiration } from 'workbox-expiration'
import { bookCache, coverCache, FROM_DEVICE, seenCache } from '../src/device/device-caches'
import { signedIn } from './signed-in'

const DAY = 24 * 60 * 60
/** Of one user. */
const LIMITS = {
  seen: { maxEntries: 600, maxAgeSeconds: 60 * DAY },
  covers: { maxEntries: 1500, maxAgeSeconds: 60 * DAY },
} as const
const LARGEST = 2 * 1024 * 1024
/** Old entries are evicted at a worker's first write, then once per this many writes. */
const SWEEP_EVERY = 50

export type Shelf = keyof typeof LIMITS

const cacheOf = (shelf: Shelf, userId: string) => (shelf === 'seen' ? seenCache(userId) : coverCache(userId))
const ages = new Map<string, CacheExpiration>()
const writes = new Map<string, number>()

function agesOf(shelf: Shelf, name: string): CacheExpiration {
  const known = ages.get(name) ?? new CacheExpiration(name, LIMITS[shelf])
  ages.set(name, known)
  return known
}

/** Stores an answer for the user it names, if that is the one signed in. */
export async function save(shelf: Shelf, key: string, answer: Response): Promise<void> {
  const userId = answer.headers.get(USER_HEADER)
  if (userId === null || userId !== (await signedIn())) return
  const content = await answer.blob()
  if (content.size > LARGEST || userId !== (await signedIn())) return
  const name = cacheOf(shelf, userId)
  const { status, headers } = answer
  try {
    await (await caches.open(name)).put(key, new Response(content, { status, headers }))
    const known = agesOf(shelf, name)
    await known.updateTimestamp(key)
    const before = writes.get(name) ?? 0
    writes.set(name, before + 1)
    if (before % SWEEP_EVERY === 0) await known.expireEntries()
  } catch {
    // The device is full: stored answers stay.
  }
}

/** Deletes an answer that its user may not have any more. */
export async function remove(shelf: Shelf, key: string, { headers }: Response): Promise<void> {
  const userId = headers.get(USER_HEADER)
  if (userId === null || userId !== (await signedIn())) return
  await (await caches.open(cacheOf(shelf, userId))).delete(key)
}

export async function saved(shelf: Shelf, key: string): Promise<Response | undefined> {
  const userId = await signedIn()
  return userId === null ? undefined : caches.match(key, { cacheName: cacheOf(shelf, userId) })
}

/** From a downloaded book; the query is ignored. */
export async function downloaded(bookId: string, key: string): Promise<Response | undefined> {
  const userId = await signedIn()
  return userId === null ? undefined : caches.match(key, { cacheName: bookCache(userId, bookId), ignoreVary: true })
}

/** Marks an answer, so that the app shows that it may be outdated. */
export function fromDevice(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.set(FROM_DEVICE, '1')
  return new Response(answer.body, { status: answer.status, headers })
}
