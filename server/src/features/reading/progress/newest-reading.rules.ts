/** Who reports a place. */
export interface Source {
  /** The device's own name for itself; null when it gives none. */
  readonly device: string | null
  /** Names the session or the API key that it uses; null for a password. */
  readonly signIn: string | null
}

/** When and by whom a place was reached. */
export interface Reading extends Source {
  /** By the device's clock, in epoch milliseconds; null when the app does not say. */
  readonly readAt: number | null
  /** The reader went there on purpose: by the contents, by a slider, or by marking the book. */
  readonly deliberate: boolean
}

/** A report that says neither when nor by whom. */
export const UNATTRIBUTED: Reading = { device: null, signIn: null, readAt: null, deliberate: false }

/** The reading behind a place, and the known clocks of the devices that report places in this book. */
export interface LastReading extends Source {
  /** By the server's clock. */
  readonly readAt: number
  readonly clocks: readonly DeviceClock[]
}

/** Clock readings of a device; the latest report is last. */
export interface DeviceClock {
  /** The device's name, else its sign-in. */
  readonly of: string
  /** The latest time of a reading, by its own clock. */
  readonly latest: number
  /**
   * What is added to its time for the server's, in milliseconds: the least that lay between reading and arrival. Below 0 it
   * runs ahead; above 0 it may be slow, or all its reports were late.
   */
  readonly offset: number
}

const MINUTE = 60_000

/** Two devices whose clocks agree as well as this read at the same moment; then the report that arrives last wins. */
const TOLERANCE = 5_000
/** A jump happens while the reader looks at the book, so a clock minutes slow is not taken for a late report. */
const JUMP_TOLERANCE = 10 * MINUTE
/** Of one device: a page is often reported at once, and the exact place when the reader has stayed there. */
const PAIR_TOLERANCE = MINUTE
/** A wrong time zone makes a clock wrong by hours. One further ahead is ignored. */
const MOST_WRONG = 24 * 60 * MINUTE
/** A clock that was never set says 1970 or 2000: before this day nobody read anything that a server like this has. */
const CLOCKS_BEGIN = Date.UTC(2015, 0, 1)
const MOST_CLOCKS = 8

/**
 * The reading behind the place after this report; null if the report is older than the known reading.
 *
 * The newest reading wins. A device's own clock orders its own readings; the server's clock orders those of different
 * devices, where a clock that runs ahead is put right by as much as was seen of it. A report without a time, and what no
 * clock can tell apart, is ordered by arrival. `now` is the moment of arrival.
 */
export function newestReading(last: LastReading | null, reading: Reading, now: number): LastReading | null {
  const { device, signIn } = reading
  const of = device ?? signIn
  const clocks = last?.clocks ?? []
  const said = usableTime(reading.readAt, now)
  if (said === null) return { device, signIn, readAt: Math.max(now, last?.readAt ?? 0), clocks }
  const own = clocks.find(clock => clock.of === of)
  const offset = offsetOf(said, own, now)
  // Without knowing the device, a slow clock and a late report look the same.
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
    // The later of two guesses, so that no late report of another device takes the place of a slow one.
    readAt: Math.max(own ? said + offset : readAt, last?.readAt ?? 0),
    clocks: of === null ? clocks : withClock(clocks, { of, latest: said, offset }),
  }
}

function withClock(clocks: readonly DeviceClock[], heard: DeviceClock): readonly DeviceClock[] {
  return [...clocks.filter(({ of }) => of !== heard.of), heard].slice(-MOST_CLOCKS)
}

/** Null without a time, and for that of a clock that was never set. */
export function usableTime(readAt: number | null, now: number): number | null {
  return readAt === null || readAt < CLOCKS_BEGIN || readAt > now + MOST_WRONG ? null : readAt
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
  // It was in the future and says now what everybody says: somebody has set it right.
  const wasSet = own.latest > now + TOLERANCE && Math.abs(said - now) <= TOLERANCE
  return !wasSet && (said < own.latest || (said === own.latest && !isSame))
}
