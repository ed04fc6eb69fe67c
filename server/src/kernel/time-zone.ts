const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether it is an IANA name known to this machine, such as Europe/Berlin or UTC. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are not names: they have no daylight saving.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Minutes since midnight on the clocks of that zone, 0 to 1439. */
export function minuteOfDay(ms: number, timeZone: string): number {
  const [hour = 0, minute = 0] = formatOf(timeZone).format(ms).split(':').map(Number)
  return hour * 60 + minute
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    formats.set(timeZone, format)
  }
  return format
}

const DAY_MS = 24 * 3_600_000
const offsets = new Map<string, Intl.DateTimeFormat>()

/** Offset of a zone to UTC, from a moment on. */
export interface ZoneSpan {
  readonly from: number
  readonly offsetMs: number
}

/** The offsets of a zone within a period, in order. */
export function zoneSpans(from: number, to: number, timeZone: string): readonly ZoneSpan[] {
  const spans = [{ from, offsetMs: offsetAt(from, timeZone) }]
  // Clocks change twice a year, in Morocco twice within five weeks.
  for (let start = from; start < to; start += 7 * DAY_MS) {
    const before = spans.at(-1)?.offsetMs ?? 0
    let [low, high] = [start, Math.min(to, start + 7 * DAY_MS)]
    const offsetMs = offsetAt(high, timeZone)
    if (offsetMs === before) continue
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle, timeZone) === before) low = middle
      else high = middle
    }
    // Clocks change at whole minutes.
    spans.push({ from: Math.floor(high / 60_000) * 60_000, offsetMs })
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

function offsetAt(ms: number, timeZone: string): number {
  let format = offsets.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    offsets.set(timeZone, format)
  }
  const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(ms)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
