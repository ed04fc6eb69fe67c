import { type EstimatedSitting, type Sitting, sittingAfter } from '../reading-log'
import type { DeviceReport } from './device-places.rules'
import type { DatedPlace } from './place-history.rules'
import type { KnownRow, PlaceRow } from './places.store'

interface Accepted {
  readonly from: DatedPlace | null
  readonly row: PlaceRow
  readonly at: number
  readonly jumped: boolean
}

/** The sitting to which a place belongs; null if a device measures, and for marks and deliberate jumps. */
export function sittingWith(
  { book_pk: bookPk, sitting }: KnownRow,
  { device, signIn, deviceName = null, deliberate, measured }: DeviceReport,
  { from, row, at, jumped }: Accepted,
): { readonly sitting: Sitting; readonly toLog: readonly EstimatedSitting[] } | null {
  if (measured || deliberate) return null
  const known = sitting === null ? null : (JSON.parse(sitting) as Sitting)
  const completed = row.completed && from?.completed !== true
  const pages = { fromPage: from?.page ?? null, toPage: row.current_page }
  const after = sittingAfter(known, { device: device ?? signIn ?? 'unknown', at, ...pages, jumped, completed })
  const toLog = after.toLog.map(each => ({
    bookPk,
    deviceName,
    sitting: each,
    completed: completed && each.id === after.sitting.id,
  }))
  return { sitting: after.sitting, toLog }
}
