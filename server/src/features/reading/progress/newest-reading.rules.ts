import { MOST_WRONG, usableTime } from '../../../kernel/device-clock'

/** The source of a report. */
export interface Source {
  /** The device's own name; null if it gives none. */
  readonly device: string | null
  /** Identifies the session or API key; null for a password. */
  readonly signIn: string | null
}

/** When and by whom a place was read. */
export interface Reading extends Source {
  /** By the device's clock, in epoch milliseconds; null if the app sends none. */
  readonly readAt: number | null
  /** A deliberate move: by table of contents, slider, or marking the book. */
  readonly deliberate: boolean
}

/** A report without time and device. */
export const UNATTRIBUTED: Reading = { device: null, signIn: null, readAt: null, deliberate: false }

/** The reading behind a place, and the known clocks of the devices that report places in this book. */
export interface LastReading extends Source {
  /** By the server's clock. */
  readonly readAt: number
  readonly clocks: readonly DeviceClock[]
}

/** Clock readings of a device; the latest report is last. */
export interface DeviceClock {
  /** The device's name, else its credential. */
  readonly of: string
  /** The latest time of a reading, by its own clock. */
  readonly latest: number
  /**
   * Offset of its clock to the server's in milliseconds: the smallest difference between reading and arrival. Below 0
   * it runs ahead; above 0 it may be slow, or all its reports were late.
   */
  readonly offset: number
}

const MINUTE = 60_000

/** Tolerance: two devices whose times differ by less read at the same moment; then the last report to arrive wins. */
const TOLERANCE = 5_000
/** A jump is made while the book is open, so a clock that is minutes slow must not make it a late report. */
const JUMP_TOLERANCE = 10 * MINUTE
/** For one device: a page is often reported at once, and the exact place after a while. */
const PAIR_TOLERANCE = MINUTE
const MOST_CLOCKS = 8

/**
 * The reading behind the place after this report; null if the report is older than the known reading.
 *
 * The newest reading wins. A device's own clock orders its own readings; the server's clock orders those of different
 * devices, corrected for clocks that were seen to run ahead. Reports without a time, or within the tolerance, are
 * ordered by arrival. `now` is the moment of arrival.
 */
export function newestReading(last: LastReading | null, reading: Reading, now: number): LastReading | null {
  const { device, signIn } = reading
  const of = device ?? signIn
  const clocks = last?.clocks ?? []
  const said = usableTime(reading.readAt, now)
  if (said === null) return { device, signIn, readAt: Math.max(now, last?.readAt ?? 0), clocks }
  const own = clocks.find(clock => clock.of === of)
  const offset = offsetOf(said, own, now)
  // For an unknown device, a slow clock and a late report look the same.
  const readAt = said + Math.min(offset, 0)
  if (last) {
    const isSame = isSameDevice(last, reading)
    if (own && isOlderThanOwn(said, own, isSame, now)) return null
    const [corrected, slack] = isSame
      ? own
        ? [said + offset, PAIR_TOLERANCE]
        : [said, MOST_WRONG]
      : [readAt, reading.deliberate ? JUMP_TOLERANCE : TOLERANCE]
    if (corrected < last.readAt - slack) return null
  }
  return {
    device,
    signIn,
    // The later of two guesses, so that no late report of another device replaces the place of a slow one.
    readAt: Math.max(own ? said + offset : readAt, last?.readAt ?? 0),
    clocks: of === null ? clocks : withClock(clocks, { of, latest: said, offset }),
  }
}

/** The known clocks after a report that was refused: it shows how wrong a clock is, but is not the device's latest. */
export function clocksAfterRefusal(last: LastReading | null, reading: Reading, now: number): readonly DeviceClock[] {
  const clocks = last?.clocks ?? []
  const of = reading.device ?? reading.signIn
  const said = usableTime(reading.readAt, now)
  if (of === null || said === null) return clocks
  const own = clocks.find(clock => clock.of === of)
  const offset = offsetOf(said, own, now)
  return own?.offset === offset ? clocks : withClock(clocks, { of, latest: own?.latest ?? 0, offset })
}

function withClock(clocks: readonly DeviceClock[], heard: DeviceClock): readonly DeviceClock[] {
  return [...clocks.filter(({ of }) => of !== heard.of), heard].slice(-MOST_CLOCKS)
}

function offsetOf(said: number, own: DeviceClock | undefined, now: number): number {
  const seen = now - said
  return own === undefined || Math.abs(seen) <= TOLERANCE ? seen : Math.min(own.offset, seen)
}

function isSameDevice(last: Source, { device, signIn }: Source): boolean {
  if (last.device !== null && device !== null) return last.device === device
  return signIn !== null && last.signIn === signIn
}

/** Whether the device has reported a later reading of its own, or this very one before another device took over. */
function isOlderThanOwn(said: number, own: DeviceClock, isSame: boolean, now: number): boolean {
  // It was in the future and agrees now with other clocks: its clock was corrected.
  const wasSet = own.latest > now + TOLERANCE && Math.abs(said - now) <= TOLERANCE
  return !wasSet && (said < own.latest || (said === own.latest && !isSame))
}
