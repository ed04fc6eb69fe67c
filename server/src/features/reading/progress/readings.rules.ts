import type { EndedReading, ReadingKey } from '../history'
import type { DatedPlace } from './place-history.rules'
import type { KnownRow, PlaceRow } from './places.store'
import type { Place } from './progress.rules'

/** The first pages of a book: opening a finished one there starts another reading. */
const BEGINNING = 0.1
/** Less than this does not count as reading. */
const LOOKED_INTO = 3
/** The shortest time to read a page. */
const PAGE_MS = 1000

/** Whether a place in a finished book starts another reading. */
export function beginsAgain(before: Pick<KnownRow, 'completed' | 'page_count'>, place: Place): boolean {
  return (
    before.completed === true &&
    !place.completed &&
    before.page_count > 0 &&
    place.page <= Math.max(1, Math.ceil(before.page_count * BEGINNING))
  )
}

/** An accepted change of place. */
interface Change {
  readonly from: DatedPlace | null
  readonly to: PlaceRow | null
  readonly before: Pick<KnownRow, 'page_count' | 'updated_at'>
  readonly isUndo: boolean
  readonly now: number
}

/** The reading that a change of place ends, or restores. */
export function endedReading(
  key: Omit<ReadingKey, 'started_at'>,
  { from, to, before, isUndo, now }: Change,
): { readonly ended?: EndedReading; readonly goesOn?: ReadingKey } {
  if (to?.completed && !from?.completed) {
    const { started_at, completed_at, current_page: page } = to
    // From unread, deliberately: it was read elsewhere.
    const least_ms = from === null ? 0 : before.page_count * PAGE_MS
    return { ended: { ...key, started_at, completed: true, page, ended_at: completed_at ?? now, least_ms } }
  }
  if (isUndo && from?.completed && !to?.completed) return { goesOn: { ...key, started_at: from.startedAt } }
  if (isUndo && from === null && to) return { goesOn: { ...key, started_at: to.started_at } }
  if (isUndo || to || !from || from.completed || from.page <= LOOKED_INTO) return {}
  const { startedAt: started_at, page } = from
  const ended_at = Math.max(started_at, before.updated_at ?? now)
  return { ended: { ...key, started_at, completed: false, page, ended_at, least_ms: 0 } }
}
