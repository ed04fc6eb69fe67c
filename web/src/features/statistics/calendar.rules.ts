import type { ReadingPeriodDto } from '../../api/types'

const DAY_MS = 86_400_000

/** From nothing to the best days. */
export const LEVELS = [0, 1, 2, 3, 4] as const

/** One day of a calendar. `level` is from 0, nothing, to 4, like the best days. */
export interface CalendarDay {
  readonly day: string
  readonly ms: number
  readonly level: number
  /** Column and row: weeks from Monday. */
  readonly week: number
  readonly weekday: number
}

/** The days from one to another, both included. */
export function calendarOf(periods: readonly ReadingPeriodDto[], from: string, to: string): readonly CalendarDay[] {
  const read = new Map(periods.map(({ bucket, duration }) => [bucket, duration.totalMs]))
  // One very long day must not make all others look empty.
  const sorted = [...read.values()].filter(ms => ms > 0).sort((a, b) => a - b)
  const high = sorted[Math.floor(sorted.length * 0.9)] ?? 1
  const first = Date.parse(from)
  const offset = (new Date(first).getUTCDay() + 6) % 7
  const count = Math.round((Date.parse(to) - first) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    const ms = read.get(day) ?? 0
    const hasRead = read.has(day)
    const level = hasRead ? Math.max(1, Math.min(4, Math.ceil((ms / high) * 4))) : 0
    return { day, ms, level, week: Math.floor((index + offset) / 7), weekday: (index + offset) % 7 }
  })
}

export interface MonthTotal {
  readonly month: string
  readonly measured: number
  readonly estimated: number
  readonly pages: number
  readonly finished: number
}

/** Days added up by month, in order. */
export function monthsOf(periods: readonly ReadingPeriodDto[]): readonly MonthTotal[] {
  return [...Map.groupBy(periods, ({ bucket }) => bucket.slice(0, 7))].map(([month, some]) => {
    const sum = (of: (period: ReadingPeriodDto) => number) => some.reduce((all, period) => all + of(period), 0)
    return {
      month,
      measured: sum(period => period.duration.measuredMs),
      estimated: sum(period => period.duration.inferredMs),
      pages: sum(period => period.pagesRead),
      finished: sum(period => period.booksFinished),
    }
  })
}

/** The longest run of days with reading. */
export function longestRun(periods: readonly ReadingPeriodDto[]): number {
  let [longest, current, before] = [0, 0, Number.NaN]
  for (const { bucket } of periods) {
    const day = Date.parse(bucket) / DAY_MS
    current = day === before + 1 ? current + 1 : 1
    longest = Math.max(longest, current)
    before = day
  }
  return longest
}

export function busiestDay(periods: readonly ReadingPeriodDto[]): ReadingPeriodDto | undefined {
  return periods.toSorted((a, b) => b.duration.totalMs - a.duration.totalMs)[0]
}
