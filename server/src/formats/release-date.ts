import { inRange } from './empty-metadata'
import type { EmbeddedMetadata } from './facts'

/** The sort column of books: 20240131, or 20240100 without a day and 20240000 without a month; null without a year. */
export function releaseDateKey({ year, month, day }: Pick<EmbeddedMetadata, 'year' | 'month' | 'day'>): number | null {
  if (year === null) return null
  return year * 10_000 + (month ?? 0) * 100 + (month === null ? 0 : (day ?? 0))
}

type SaidDate = Pick<EmbeddedMetadata, 'year' | 'month' | 'day'>

/** The date at the start of a text (`2011`, `2011-10`, `2011-10-01T…`). */
export function dateIn(text: string | null | undefined): SaidDate {
  const parts = /^\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?/.exec(text ?? '')
  const part = (index: number) => (parts?.[index] === undefined ? null : Number(parts[index]))
  return calendarDate({ year: part(1), month: part(2), day: part(3) })
}

/** Only valid parts: no month 13, no 30 February. */
export function calendarDate({ year, month, day }: SaidDate): SaidDate {
  const months = inRange(month, 1, 12)
  const days = months === null ? 31 : new Date(Date.UTC(year ?? 2000, months, 0)).getUTCDate()
  return { year: inRange(year, 1, 9999), month: months, day: inRange(day, 1, days) }
}
