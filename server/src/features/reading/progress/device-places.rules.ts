import { type DeviceClock, type Reading, usableTime } from './newest-reading.rules'
import type { Place } from './progress.rules'

/** Where a device was last in a book. */
export interface DevicePlace {
  /** The device's name for itself, else its sign-in. */
  readonly of: string
  /** Names it for people, by the session or API key. */
  readonly signIn: string | null
  /** For people; null when it does not say. */
  readonly name: string | null
  readonly page: number
  readonly percentage: number | null
  readonly completed: boolean
  /** By its own clock, or that of the server when it says nothing of the time: orders its own reports. */
  readonly said: number
  /** The same by the server's clock, as far as that is known. */
  readonly readAt: number
}

/** Of one book: the device that has been silent for longest goes. */
const MOST_DEVICES = 8
const LONGEST_NAME = 200

/** A report with the name of its device, if it gives one. */
export interface DeviceReport extends Reading {
  readonly deviceName?: string | null
  /** When the device began to read, by the server's clock; as late as the report if absent. */
  readonly startedAt?: number
  /** The device measures how long is read, and reports it as a session: nothing is estimated. */
  readonly measured?: boolean
}

/**
 * When a place was read, for people. To order devices a late report is taken for one of a slow clock; here the device is
 * believed, unless its clock is ahead.
 */
export function readingTime({ device, signIn, readAt }: Reading, clocks: readonly DeviceClock[], now: number): number {
  const said = usableTime(readAt, now)
  if (said === null) return now
  const offset = clocks.find(clock => clock.of === (device ?? signIn))?.offset ?? 0
  return Math.min(now, said + Math.min(offset, 0))
}

/**
 * The places of devices after a report, also one that comes too late to be the reader's place; null if nothing changes. A
 * book that is marked as unread is begun again: what devices had reached no longer counts.
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
