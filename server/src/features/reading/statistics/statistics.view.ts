import type { ReadingPeriodDto, ReadingShareDto, ReadingStatsResponse } from '@octavo/contract/reading-stats'
import type { dayCounter } from '../../../kernel/time-zone'
import { dateOfDay } from '../../../kernel/time-zone'
import type { DayRow } from './days.queries'
import { addTo, memberOf, newTotal, type Sums, type Total } from './sums'
import type { FinishedRow } from './times.queries'

export type Sort = 'time' | 'pages' | 'completions'

/** Sums in the contract's format; measured and estimated time separately. */
export function sumsView({ measured_ms, estimated_ms, pages, sessions }: Sums, booksFinished: number) {
  return {
    duration: { measuredMs: measured_ms, inferredMs: estimated_ms, totalMs: measured_ms + estimated_ms },
    pagesRead: pages,
    sessions,
    booksFinished,
  }
}

/** Totals of a period. */
export function summaryView(days: readonly DayRow[], finished: number, books: number): ReadingStatsResponse['summary'] {
  const total = newTotal()
  let [untimed, unpaged] = [0, 0]
  for (const row of days) {
    addTo(total, row)
    untimed += row.untimed
    unpaged += row.unpaged
  }
  return { ...sumsView(total, finished), books, sessionsWithoutDuration: untimed, sessionsWithoutPages: unpaged }
}

/** Totals by day (since 1970) in a time zone. */
export function byDay(
  read: readonly DayRow[],
  finished: readonly FinishedRow[],
  dayOf: ReturnType<typeof dayCounter>,
): ReadonlyMap<number, Total> {
  const days = new Map<number, Total>()
  for (const row of read) addTo(memberOf(days, row.day, newTotal), row)
  for (const { ended_at } of finished) memberOf(days, dayOf(ended_at), newTotal).finished++
  return days
}

/** The same by day, week or month, in order, without empty ones. */
export function periodsView(
  days: ReadonlyMap<number, Total>,
  granularity: ReadingStatsResponse['granularity'],
): ReadingPeriodDto[] {
  const periods = new Map<string, Total>()
  for (const [day, total] of days) {
    const period = memberOf(periods, periodOf(day, granularity), newTotal)
    addTo(period, total)
    period.finished += total.finished
  }
  return [...periods]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([bucket, total]) => ({ bucket, ...sumsView(total, total.finished) }))
}

/** The first day of a day's week or month. Day 0 was a Thursday, and weeks begin on Monday. */
export function periodOf(day: number, granularity: 'day' | 'week' | 'month' | 'year'): string {
  if (granularity === 'month') return `${dateOfDay(day).slice(0, 7)}-01`
  if (granularity === 'year') return `${dateOfDay(day).slice(0, 4)}-01-01`
  return dateOfDay(granularity === 'week' ? day - ((day + 3) % 7) : day)
}

/** Reading by an attribute, with the number of different books. */
type Share = Sums & { readonly finished: number; readonly books: number }

/** The largest shares by the requested measure. */
export function greatest<Each extends Share>(shares: readonly Each[], sort: Sort, limit: number): Each[] {
  return shares.toSorted((a, b) => compare(a, b, sort)).slice(0, limit)
}

type Compared = Sums & { readonly finished: number }

export function compare(a: Compared, b: Compared, sort: Sort): number {
  const of = (total: Compared) =>
    sort === 'time' ? total.measured_ms + total.estimated_ms : sort === 'pages' ? total.pages : total.finished
  return of(b) - of(a) || b.sessions - a.sessions || b.finished - a.finished
}

export function shareView(id: string | null, name: string | null, share: Share): ReadingShareDto {
  return { id, name, books: share.books, ...sumsView(share, share.finished) }
}
