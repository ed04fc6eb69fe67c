import type { DevicePlace } from './device-places.rules'
import type { LastReading } from './newest-reading.rules'
import type { KnownRow } from './places.store'
import type { Place } from './progress.rules'

/** Places of devices in the row. Empty if an older version of Octavo wrote it. */
export function devicesOfRow({ devices }: Pick<KnownRow, 'devices'>): readonly DevicePlace[] {
  return devices === null ? [] : JSON.parse(devices)
}

/** A place with the dates of start and completion. */
export interface DatedPlace extends Place {
  readonly startedAt: number
  readonly completedAt: number | null
}

/** The place before a jump or mark; `place` is null if the book was unread. */
export interface PreviousPlace {
  readonly place: DatedPlace | null
}

/** The known history of a place. */
export interface PlaceHistory {
  readonly last: LastReading | null
  readonly previous: PreviousPlace | null
  readonly jumped: boolean
}

/** The place in a row; null if the book is unread. */
export function placeOfRow(row: KnownRow): DatedPlace | null {
  if (row.current_page === null || row.started_at === null) return null
  return {
    page: row.current_page,
    percentage: row.percentage,
    completed: row.completed === true,
    ...(row.locator !== null && { locator: row.locator }),
    startedAt: row.started_at,
    completedAt: row.completed_at,
  }
}

/** The history in a row. An older version of Octavo writes places without it, so only their locators are known. */
export function historyOfRow(row: KnownRow): PlaceHistory {
  const { read_at: readAt, device, sign_in: signIn, clocks, previous } = row
  if (readAt === null || (row.updated_at !== null && row.updated_at !== row.saved_at)) {
    return { last: lastOfLocator(row), previous: null, jumped: false }
  }
  return {
    last: { device, signIn, readAt, clocks: clocks === null ? [] : JSON.parse(clocks) },
    previous: previous === null ? null : JSON.parse(previous),
    jumped: row.jumped === true,
  }
}

function lastOfLocator({ locator, updated_at: savedAt }: KnownRow): LastReading | null {
  if (savedAt === null) return null
  const { modified, device } = (locator === null ? {} : JSON.parse(locator)) as {
    modified?: string
    device?: { id: string }
  }
  const said = modified === undefined ? Number.NaN : Date.parse(modified)
  const id = device?.id ?? null
  const isSaid = Number.isFinite(said)
  return {
    device: id,
    signIn: null,
    readAt: isSaid ? Math.min(said, savedAt) : savedAt,
    clocks: isSaid && id !== null ? [{ of: id, latest: said, offset: savedAt - said }] : [],
  }
}

/** One screen or spread; in an ebook, a page is 1024 bytes of text. */
const PAGE_TURN = 3
/** The shortest time to read a page. */
const PAGE_MS = 1000

/** An accepted change of place. */
export interface Move {
  readonly from: DatedPlace | null
  readonly to: Place | null
  readonly deliberate: boolean
  /** Between the two readings; null if the first is unknown. */
  readonly elapsedMs: number | null
}

/**
 * The target of an undo after a move: the place before the last jump. Jumps without reading in between count as one. A
 * mark is undone separately.
 */
export function previousAfter(
  known: Pick<PlaceHistory, 'previous' | 'jumped'>,
  move: Move,
): Pick<PlaceHistory, 'previous' | 'jumped'> {
  if (isSamePlace(move.from, move.to)) return known
  if (!isJump(move)) return { previous: known.previous, jumped: false }
  const isMark = move.deliberate && (move.to === null || move.to.completed)
  return { previous: known.jumped && !isMark ? known.previous : { place: move.from }, jumped: !isMark }
}

/** Most apps do not report deliberate moves: a move far back, or further than anybody can read, counts as one. */
function isJump({ from, to, deliberate, elapsedMs }: Move): boolean {
  if (deliberate) return true
  if (!from || !to) return false
  const pages = to.page - from.page
  if (Math.abs(pages) <= PAGE_TURN) return false
  return pages < 0 || (elapsedMs !== null && elapsedMs < pages * PAGE_MS)
}

/** Apps report one place several times, with and without a locator. */
function isSamePlace(a: Place | null, b: Place | null): boolean {
  return a?.page === b?.page && a?.completed === b?.completed
}
