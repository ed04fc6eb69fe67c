import type { ReadProgressResponse } from '@octavo/contract/progress'
import type { Locator } from '@octavo/contract/publication'

/** Where somebody is in a book. Comics know the page; ebooks also the share of the text and the locator. */
export interface Place {
  /** 1-based. */
  readonly page: number
  /** 0 to 1; null for books that are counted in pages. */
  readonly percentage: number | null
  readonly locator: Locator | null
  /** The reader went here on purpose, by the contents, a slider or a number: the place before can be restored. */
  readonly deliberate?: boolean
}

/** A place that the server has not confirmed yet, as this browser keeps it. */
export interface UnsentPlace {
  readonly place: Place
  /** Milliseconds since 1970, by this device's clock. */
  readonly savedAt: number
  /** `updatedAt` of the server's place that this one goes on from; null when it knew none. */
  readonly base: string | null
}

/** The place the server holds. */
export interface ServerPlace {
  readonly place: Place
  readonly completed: boolean
  readonly updatedAt: string
}

export function serverPlace(progress: ReadProgressResponse): ServerPlace {
  return {
    place: { page: Math.max(1, progress.currentPage), percentage: progress.progressPercentage ?? null, locator: null },
    completed: progress.completed,
    updatedAt: progress.updatedAt,
  }
}

/**
 * Whether an unsent place is newer than the server's. When nobody else has written since, it is, whatever the
 * clocks say; otherwise the clocks have to decide.
 */
export function isNewer(unsent: UnsentPlace, server: ServerPlace | null): boolean {
  if (!server || server.updatedAt === unsent.base) return true
  return unsent.savedAt > Date.parse(server.updatedAt)
}

/**
 * Where to open a book: at an unsent place if that is newer, else at the server's; a finished book opens at its
 * beginning (null). `server` undefined: it could not be asked.
 */
export function openingPlace(server: ServerPlace | null | undefined, unsent: UnsentPlace | null): Place | null {
  if (unsent && isNewer(unsent, server ?? null)) return unsent.place
  return server && !server.completed ? server.place : null
}

/**
 * The place that another device has reached since `base`, when it is another one than `here`: to be offered.
 * A fraction of a percent is the same place read on another screen.
 */
export function placeToOffer(server: ServerPlace | null, base: string | null, here: Place): Place | null {
  if (!server || (base !== null && Date.parse(server.updatedAt) <= Date.parse(base))) return null
  const there = server.place
  const same =
    there.percentage !== null && here.percentage !== null
      ? Math.abs(there.percentage - here.percentage) < 0.003
      : there.page === here.page
  return same ? null : there
}

/**
 * When a place is said to have been reached, for the server to order devices by. A slow clock must not make a place
 * look older than the one it went on from.
 */
export function modifiedAt(savedAt: number, base: string | null): string {
  return new Date(base === null ? savedAt : Math.max(savedAt, Date.parse(base) + 1)).toISOString()
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
