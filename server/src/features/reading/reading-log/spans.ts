/** Days of every time zone begin at one. */
export const QUARTER_MS = 15 * 60_000

export const QUARTERS_A_DAY = 96
/** Six hours. */
export const QUARTERS_A_BLOCK = 24

/** Quarters of an hour since 1970. */
export function quarterOf(ms: number): number {
  return Math.floor(ms / QUARTER_MS)
}

/** Year times twelve plus month (from 0), in UTC. */
export function monthOf(ms: number): number {
  const date = new Date(ms)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Start of a month of `monthOf`. */
export function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12)
}
