import type { EmbeddedMetadata } from './facts'

/** The column that books are sorted by: 20240131, or 20240100 without a day and 20240000 without a month; null without a year. */
export function releaseDateKey({ year, month, day }: Pick<EmbeddedMetadata, 'year' | 'month' | 'day'>): number | null {
  if (year === null) return null
  return year * 10_000 + (month ?? 0) * 100 + (month === null ? 0 : (day ?? 0))
}
