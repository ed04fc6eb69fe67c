import type { LastReading, Reading } from './newest-reading.rules'
import type { KnownRow } from './places.store'
import type { Place } from './progress.rules'

/** A place with the days on which the book was begun and finished. */
export interface DatedPlace extends Place {
  readonly startedAt: number
  readonly completedAt: number | null
}

/** The place before a jump or a mark; `place` is null when the book was unread. */
export interface PreviousPlace {
  readonly place: DatedPlace | null
}

/** How a place came about, as far as it is known. */
export interface PlaceHistory {
  readonly last: LastReading | null
  readonly previous: PreviousPlace | null
  readonly jumped: boolean
}

/** The place of a row; null when the book is unread. */
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

/** What is known of the place of a row. An older Octavo writes places without it: what their locators say is left. */
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

/**
 * The place to go back to after this report. It is the one from which the reader left on purpose: several jumps without
 * reading between them are one.
 */
export function previousAfter(
  known: Pick<PlaceHistory, 'previous' | 'jumped'>,
  from: DatedPlace | null,
  { place, deliberate }: Pick<Reading, 'deliberate'> & { readonly place: Place | null },
): Pick<PlaceHistory, 'previous' | 'jumped'> {
  if (isSamePlace(from, place)) return known
  if (!deliberate) return { previous: known.previous, jumped: false }
  return { previous: known.jumped ? known.previous : { place: from }, jumped: true }
}

/** Apps report one place more than once, with and without the exact words. */
function isSamePlace(a: Place | null, b: Place | null): boolean {
  return a?.page === b?.page && a?.completed === b?.completed
}
