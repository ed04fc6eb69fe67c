import type { ReadProgressResponse } from '@octavo/contract/progress'
import type { Locator } from '@octavo/contract/publication'

/** A place in a book. Comics have a page; ebooks also the share of the text and the locator. */
export interface Place {
  /** 1-based. */
  readonly page: number
  /** 0 to 1; null for books with pages. */
  readonly percentage: number | null
  readonly locator: Locator | null
  /** A deliberate jump, by contents, slider or number: the place before can be restored. */
  readonly deliberate?: boolean
}

/** An unconfirmed place, as stored in this browser. */
export interface UnsentPlace {
  readonly place: Place
  /** Milliseconds since 1970, by this device's clock. */
  readonly savedAt: number
  /** `updatedAt` of the server's place before this one; null if there was none. */
  readonly base: string | null
}

/** The server's place. */
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
 * Whether an unsent place is newer than the server's. If nobody else has written since, it is, whatever the clocks say;
 * otherwise the clocks decide.
 */
function isNewer(unsent: UnsentPlace, server: ServerPlace | null): boolean {
  if (!server || server.updatedAt === unsent.base) return true
  return unsent.savedAt > Date.parse(server.updatedAt)
}

/**
 * Where to open a book: at an unsent place if that is newer, else at the server's; a finished book opens at its
 * beginning (null), unless it is `reloaded`. `server` undefined: unreachable.
 */
export function openingPlace(
  server: ServerPlace | null | undefined,
  unsent: UnsentPlace | null,
  reloaded = false,
): Place | null {
  if (unsent && isNewer(unsent, server ?? null)) return unsent.place
  return server && (reloaded || !server.completed) ? server.place : null
}

/**
 * The place of another device since `base`, if it differs from `here`: to be offered. A fraction of a percent is the
 * same place on another screen.
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
 * The time to report for a place, by which the server orders devices. A slow clock must not make a place look older
 * than the one before it.
 */
export function modifiedAt(savedAt: number, base: string | null): string {
  return new Date(base === null ? savedAt : Math.max(savedAt, Date.parse(base) + 1)).toISOString()
}

const FIRST_RETRY = 2000
const LAST_RETRY = 60_000

/** Delay in milliseconds after a number of consecutive failures. */
export function retryPause(failures: number): number {
  return Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.max(0, failures - 1))
}

/** The meaning of a response status for a sent place; 0 is no response. */
export function afterSending(status: number): 'sent' | 'refused' | 'outdated' | 'again' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 409) return 'outdated'
  // Signed out is not a refusal: the place is sent after the next sign-in.
  return [400, 403, 404, 413, 422].includes(status) ? 'refused' : 'again'
}
