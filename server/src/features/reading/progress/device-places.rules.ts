import { usableTime } from '../../../kernel/device-clock'
import type { DeviceClock, Reading } from './newest-reading.rules'
import type { Place } from './progress.rules'

/** The last place of a device in a book. */
export interface DevicePlace {
  /** The device's name for itself, else its credential. */
  readonly of: string
  /** Session or API key, for a name to show. */
  readonly signIn: string | null
  /** Its own name to show; null if it gives none. */
  readonly name: string | null
  readonly page: number
  readonly percentage: number | null
  readonly completed: boolean
  /** By its own clock, or the server's if it sends no time: orders its own reports. */
  readonly said: number
  /** By the server's clock, as far as known. */
  readonly readAt: number
}

/** Limit per book: the least recent device is dropped. */
const MOST_DEVICES = 8
const LONGEST_NAME = 200

/** A report with the device's name, if given. */
export interface DeviceReport extends Reading {
  readonly deviceName?: string | null
  /** When the device began to read, by the server's clock; by default the time of the report. */
  readonly startedAt?: number
  /** The device measures reading time and reports sessions: nothing is estimated. */
  readonly measured?: boolean
}

/**
 * When a place was read, for display. For ordering, a late report counts as one of a slow clock; here the device's time
 * is used, unless its clock is ahead.
 */
export function readingTime({ device, signIn, readAt }: Reading, clocks: readonly DeviceClock[], now: number): number {
  const said = usableTime(readAt, now)
  if (said === null) return now
  const offset = clocks.find(clock => clock.of === (device ?? signIn))?.offset ?? 0
  return Math.min(now, said + Math.min(offset, 0))
}

/**
 * The places of devices after a report, even one too old to become the reader's place; null if nothing changes. Marking
 * a book as unread discards the devices' places.
 */
export function devicePlacesAfter(
  known: readonly DevicePlace[],
  report: DeviceReport,
  place: Place | null,
  { clocks, now }: { readonly clocks: readonly DeviceClock[]; readonly now: number },
): readonly DevicePlace[] | null {
  if (place === null) return known.length === 0 ? null : []
  const { device, signIn, readAt, deviceName } = report
  const of = device ?? signIn
  if (of === null) return null
  const before = known.find(each => each.of === of)
  const said = usableTime(readAt, now) ?? now
  if (before && before.said > said) return null
  const heard: DevicePlace = {
    of,
    signIn,
    name: deviceName?.slice(0, LONGEST_NAME) ?? before?.name ?? null,
    page: place.page,
    percentage: place.percentage,
    completed: place.completed,
    said,
    readAt: readingTime(report, clocks, now),
  }
  return [...known.filter(each => each.of !== of), heard].toSorted((a, b) => a.readAt - b.readAt).slice(-MOST_DEVICES)
}
