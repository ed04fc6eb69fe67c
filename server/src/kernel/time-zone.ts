import { LRUCache } from 'lru-cache'

/** Bounded, because each capitalisation of a name is another key. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 })

/** Whether it is an IANA name known to this machine, such as Europe/Berlin or UTC. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are not names: they have no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    offsetFormat(name)
    return true
  } catch {
    return false
  }
}

/** Minutes since midnight on the clocks of that zone, 0 to 1439. */
export function minuteOfDay(ms: number, timeZone: string): number {
  const local = ms + offsetAt(ms, offsetFormat(timeZone))
  return Math.floor((local % DAY_MS) / MINUTE_MS)
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Offset of a zone to UTC, from a moment on. */
export interface ZoneSpan {
  readonly from: number
  readonly offsetMs: number
}

/** The offsets of a zone within a period, in order. */
export function zoneSpans(from: number, to: number, timeZone: string): readonly ZoneSpan[] {
  const format = offsetFormat(timeZone)
  const spans = [{ from, offsetMs: offsetAt(from, format) }]
  // Clocks change twice a year, in Morocco twice within five weeks.
  for (let start = from; start < to; start += 7 * DAY_MS) {
    const before = spans.at(-1)?.offsetMs ?? 0
    let [low, high] = [start, Math.min(to, start + 7 * DAY_MS)]
    const offsetMs = offsetAt(high, format)
    if (offsetMs === before) continue
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle, format) === before) low = middle
      else high = middle
    }
    // Clocks change at whole minutes.
    spans.push({ from: Math.floor(high / MINUTE_MS) * MINUTE_MS, offsetMs })
  }
  return spans
}

/** Days since 1970 in a zone, for moments in ascending order. */
export function dayCounter(spans: readonly ZoneSpan[]): (ms: number) => number {
  let at = 0
  return ms => {
    while (at > 0 && (spans[at]?.from ?? 0) > ms) at--
    while ((spans[at + 1]?.from ?? Number.POSITIVE_INFINITY) <= ms) at++
    return Math.floor((ms + (spans[at]?.offsetMs ?? 0)) / DAY_MS)
  }
}

/** A day since 1970 as 2026-01-31. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** @throws RangeError for an unknown zone */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}

function offsetAt(ms: number, format: Intl.DateTimeFormat): number {
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(ms)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}
