import type { Place } from './place.rules'

/** Reading between opening a book and leaving it. */
export interface MeasuredSession {
  readonly startedAt: number
  readonly endedAt: number
  readonly activeMs: number
  /** Null for ebooks, whose pages depend on the screen. */
  readonly pages: number | null
}

export interface SessionMeter {
  /** The book is visible, at this page. */
  opened(page: number): void
  /** Call it at every place that the reader reaches. */
  moved(place: Place): void
  /** The book is hidden: returns the session so far, null if nothing was read. */
  end(): MeasuredSession | null
}

/** Longer on one page counts as absence. */
const LONGEST_LOOK_MS = 5 * 60_000
/** A spread, or two; more is a jump. */
const MOST_TURNED = 4
/** Shorter sessions are ignored. */
const SHORTEST_MS = 3000

/** Measures reading: the plausible time on each page, and pages turned forwards. */
export function createSessionMeter(now: () => number): SessionMeter {
  let session: { startedAt: number; lookedAt: number; activeMs: number; pages: number } | null = null
  let page: number | null = null
  let isText = false

  const look = (at: number) => {
    session ??= { startedAt: at, lookedAt: at, activeMs: 0, pages: 0 }
    session.activeMs += Math.min(Math.max(0, at - session.lookedAt), LONGEST_LOOK_MS)
    session.lookedAt = at
    return session
  }

  return {
    opened(at) {
      look(now())
      page = at
    },
    moved(place) {
      const reading = look(now())
      isText = place.locator !== null
      const turned = page === null || place.deliberate ? 0 : place.page - page
      if (turned > 0 && turned <= MOST_TURNED) reading.pages += turned
      page = place.page
    },
    end() {
      if (!session) return null
      const { startedAt, activeMs, pages } = look(now())
      const endedAt = now()
      session = null
      if (activeMs < SHORTEST_MS) return null
      return { startedAt, endedAt, activeMs, pages: isText ? null : pages }
    },
  }
}
