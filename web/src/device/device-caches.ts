/** Shared by pages and service worker: names of caches, keys in them, and headers. */

/** In an answer from this device, because the server is unreachable. */
export const FROM_DEVICE = 'X-Octavo-From-Device'
/** Of a stored page: the file version it is from, and the requested width. */
export const VERSION_HEADER = 'X-Octavo-Version'
export const WIDTH_HEADER = 'X-Octavo-Width'

/** Several servers can share one host, each with its own base path. */
export const sessionCache = (basePath: string) => `octavo-session${basePath}`
export const SESSION_KEY = '/signed-in'

export const seenCache = (userId: string) => `octavo-${userId}-seen`
export const coverCache = (userId: string) => `octavo-${userId}-covers`
export const bookCache = (userId: string, bookId: string) => `octavo-${userId}-book-${bookId}`
export const isCacheOf = (name: string, userId: string) => name.startsWith(`octavo-${userId}-`)

/** A message from a page to the service worker. */
export type ToWorker =
  | { readonly kind: 'signed-in'; readonly userId: string | null }
  /** Take over, if the page was opened with this version. */
  | { readonly kind: 'take-over'; readonly script: string }
