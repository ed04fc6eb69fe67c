import type { reports } from '../progress'
import type { KnownBook } from './sessions.queries'

/** What a session says of the place in its book. */
export type SessionReport = reports.DeviceReport &
  Omit<reports.BookPlace, 'book'> & {
    readonly book: KnownBook
    /** By the server's clock, as far as that is known. */
    readonly startedAt: number
    readonly endedAt: number
  }

/**
 * Reports in the order of reading, in rounds in which no book is twice. Of places that one device passed, one after
 * the other, the last is enough: what it finished, and where it began again, stays.
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
