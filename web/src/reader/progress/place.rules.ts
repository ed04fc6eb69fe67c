import type { ReadProgressResponse } from '@octavo/contract/progress'
import type { Locator } from './locator'

/** Where somebody is in a book. Comics know the page, ebooks also the share of the text and the locator. */
export interface Place {
  /** 1-based. */
  readonly page: number
  /** 0 to 1; null for books that are counted in pages. */
  readonly percentage: number | null
  readonly locator: Locator | null
}

/** What this browser remembers of one book. */
export interface SavedPlace {
  readonly place: Place
  /** Milliseconds since 1970, by this device's clock. */
  readonly savedAt: number
  /** `updatedAt` of the server's progress that this place goes on from; null when it knew none. */
  readonly base: string | null
  /** The server has not confirmed it yet. */
  readonly pending: boolean
}

/** The server's side of it, as far as a reader needs it. */
export type ServerProgress = Pick<ReadProgressResponse, 'currentPage' | 'progressPercentage' | 'completed' | 'updatedAt'>

/**
 * Whether the place kept here is newer than the server's. When nobody else has written since, it is, whatever the
 * clocks say; otherwise the clocks have to decide.
 */
export function isNewerHere(saved: SavedPlace, server: ServerProgress | null): boolean {
  if (!saved.pending) return false
  if (!server || server.updatedAt === saved.base) return true
  return saved.savedAt > Date.parse(server.updatedAt)
}

export function placeOf(server: ServerProgress): Place {
  return { page: Math.max(1, server.currentPage), percentage: server.progressPercentage ?? null, locator: null }
}

/**
 * Where to open a book: a place not yet sent from here if it is newer, else the server's; a finished book opens at
 * its beginning (null). `server` undefined: it could not be asked, and what is kept here has to do.
 */
export function openingPlace(server: ServerProgress | null | undefined, saved: SavedPlace | null): Place | null {
  if (server === undefined) return saved?.place ?? null
  if (saved && isNewerHere(saved, server)) return saved.place
  return server && !server.completed ? placeOf(server) : null
}

/**
 * The place that another device has reached since `base`, when it is another one than `here`: to be offered.
 * A fraction of a percent is the same place read on another screen.
 */
export function placeToOffer(server: ServerProgress | null, base: string | null, here: Place): Place | null {
  if (!server || server.updatedAt === base) return null
  if (base && Date.parse(server.updatedAt) <= Date.parse(base)) return null
  const there = placeOf(server)
  const same =
    there.percentage !== null && here.percentage !== null
      ? Math.abs(there.percentage - here.percentage) < 0.003
      : there.page === here.page
  return same ? null : there
}

const FIRST_RETRY = 2000
const LAST_RETRY = 60_000

/** Milliseconds to wait after so many failures in a row. */
export function retryPause(failures: number): number {
  return Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.max(0, failures - 1))
}

/** What an answer's status means for a place that was sent; 0 is no answer at all. */
export function afterSending(status: number): 'sent' | 'refused' | 'outdated' | 'again' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 409) return 'outdated'
  // Signed out is not refused: the place is sent after the next sign-in.
  return [400, 403, 404, 413, 422].includes(status) ? 'refused' : 'again'
}
