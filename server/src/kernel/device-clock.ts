/** An unset clock says 1970 or 2000: no report of a device can be older than this. */
export const CLOCKS_BEGIN = Date.UTC(2015, 0, 1)

/** In milliseconds: a wrong time zone makes a clock wrong by hours. */
export const MOST_WRONG = 24 * 3_600_000

/** A time by a device's clock, in milliseconds; null without one, before 2015, and more than a day ahead of `now`. */
export function usableTime(said: number | null, now: number): number | null {
  return said === null || !(said >= CLOCKS_BEGIN) || said > now + MOST_WRONG ? null : said
}
