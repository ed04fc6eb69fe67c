/** Every time zone begins its days at one of them. */
export const QUARTER_MS = 15 * 60_000

/** Quarters of an hour since 1970. */
export function quarterOf(ms: number): number {
  return Math.floor(ms / QUARTER_MS)
}

/** Twelve times the year and the month from 0, in UTC. */
export function monthOf(ms: number): number {
  const date = new Date(ms)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** When a month of `monthOf` begins. */
export function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12)
}
