/** What the pages and the service worker agree on: names of caches, keys in them, and headers. */

/** Of every answer to a signed-in browser: whose it is. */
export const USER_HEADER = 'X-Octavo-User'
/** Of an answer that comes from this device, because the server cannot be reached. */
export const FROM_DEVICE = 'X-Octavo-From-Device'
/** Of a stored page: the version of the file it is from, and the width it was asked with. */
export const VERSION_HEADER = 'X-Octavo-Version'
export const WIDTH_HEADER = 'X-Octavo-Width'

/** Several servers can share one host, each below a path of its own. */
export const sessionCache = (basePath: string) => `octavo-session${basePath}`
export const SESSION_KEY = '/signed-in'

export const seenCache = (userId: string) => `octavo-${userId}-seen`
export const coverCache = (userId: string) => `octavo-${userId}-covers`
export const bookCache = (userId: string, bookId: string) => `octavo-${userId}-book-${bookId}`
export const isCacheOf = (name: string, userId: string) => name.startsWith(`octavo-${userId}-`)

/** What a page tells the service worker. */
export type ToWorker =
  | { readonly kind: 'signed-in'; readonly userId: string | null }
  /** Take over, if this is the version that the page was opened with. */
  | { readonly kind: 'take-over'; readonly script: string }
