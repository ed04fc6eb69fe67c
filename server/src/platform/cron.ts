import { Cron } from 'croner'

/** Fields of a pattern: five; with seconds first, six; with the year last, seven. */
const PARTS = [5, 6, 7]

/** Why a pattern is invalid, as a sentence; null if it is valid and fires after `now`. */
export function cronFault(pattern: string, now: number): string | null {
  const parts = pattern.trim().split(/\s+/)
  if (!PARTS.includes(parts.length)) {
    return `a cron pattern has 5 parts (minute hour day month weekday), 6 with seconds before them or 7 with the year behind; this one has ${parts.length}`
  }
  try {
    const next = nextTime(pattern, 'UTC', now)
    return next === null ? 'this never runs: there is no such day' : null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/^CronPattern: /, '')
  }
}

/**
 * The first match of the pattern in `zone` after `after`; null without one. A time skipped by daylight saving fires
 * after the skipped hour; one that occurs twice fires once.
 * @throws for an invalid pattern
 */
export function nextTime(pattern: string, zone: string, after: number): number | null {
  return new Cron(pattern, { timezone: zone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
}
