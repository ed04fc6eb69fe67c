import { Cron } from 'croner'

/** Parts of a pattern: five, with seconds before them six, with the year behind them seven. */
const PARTS = [5, 6, 7]

/** Why a pattern is invalid, as a sentence; null if it is valid and fires again after `now`. */
export function cronFault(pattern: string, now: number): string | null {
  const parts = pattern.trim().split(/\s+/)
  if (!PARTS.includes(parts.length)) {
    return `a cron pattern has 5 parts (minute hour day month weekday), 6 with seconds before them or 7 with the year behind; this one has ${parts.length}`
  }
  try {
    const next = nextTime(pattern, 'UTC', now)
    return next === null ? 'this never comes: there is no such day' : null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/^CronPattern: /, '')
  }
}

/**
 * The first time after `after` that matches the pattern in `zone`; null without one.
 * A time that a summer clock skips comes when the skipped hour is over; one that comes twice is taken once.
 * @throws for an invalid pattern
 */
export function nextTime(pattern: string, zone: string, after: number): number | null {
  return new Cron(pattern, { timezone: zone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
}
