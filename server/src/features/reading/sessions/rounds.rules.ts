import type { reports } from '../progress'
import type { KnownBook } from './sessions.queries'

/** The place reported by a session. */
export type SessionReport = reports.DeviceReport &
  Omit<reports.BookPlace, 'book'> & {
    readonly book: KnownBook
    /** By the server's clock, as far as known. */
    readonly startedAt: number
    readonly endedAt: number
  }

/**
 * Groups reports, in the order of reading, into rounds with each book at most once. Of consecutive places of one
 * device, only the last is needed, except where it finished the book or started again.
 */
export function roundsOf(given: readonly SessionReport[]): readonly (readonly SessionReport[])[] {
  const byBook = new Map<number, SessionReport[]>()
  for (const report of given.toSorted((a, b) => a.endedAt - b.endedAt || (a.readAt ?? 0) - (b.readAt ?? 0))) {
    const known = byBook.get(report.book.pk) ?? []
    byBook.set(report.book.pk, known)
    const last = known.at(-1)
    if (last && isPassing(last) && isPassing(report) && last.device === report.device) known.pop()
    known.push(report)
  }
  const rounds: SessionReport[][] = []
  for (const reports of byBook.values()) {
    reports.forEach((report, turn) => {
      const round = rounds[turn] ?? []
      rounds[turn] = round
      round.push(report)
    })
  }
  return rounds
}

function isPassing({ place, deliberate }: SessionReport): boolean {
  return place !== null && !place.completed && !deliberate
}
