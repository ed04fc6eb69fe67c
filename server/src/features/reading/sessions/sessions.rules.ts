import type { ReadingSessionDto, ReadingSessionRejectionReason } from '@octavo/contract/reading-session'
import { isVisible } from '@octavo/contract/visible-text'
import { CLOCKS_BEGIN, MOST_WRONG } from '../../../kernel/device-clock'
import type { LoggedSession } from '../reading-log'

/** Facts about the book of a session. */
export interface SessionBook {
  readonly pk: number
  readonly file_format: string
  readonly page_count: number
}

/** A valid session. */
export type Session = LoggedSession

interface SessionTimes {
  /** By the server's clock, as far as known: never in the future. */
  readonly startedAt: number
  readonly endedAt: number
  /** Its end by the device's clock. */
  readonly saidAt: number
}

export interface Rejection {
  readonly reason: ReadingSessionRejectionReason
  /** The invalid member of the session. */
  readonly member: keyof ReadingSessionDto
  readonly message: string
}

const DAY = 24 * 3_600_000
/** Limit for an unmeasured session: the book may have been left open. */
const MOST_ESTIMATED = 3_600_000
/** Nobody reads longer without a pause. */
export const LONGEST_SESSION = DAY

const refusal = (reason: Rejection['reason'], member: Rejection['member'], message: string): Rejection => ({
  reason,
  member,
  message,
})

/** The session in its recorded form, or why it is invalid. `book` is null if it is missing or hidden. */
export function checkedSession(
  given: ReadingSessionDto,
  book: SessionBook | null,
  now: number,
): { readonly session: Session } | { readonly rejection: Rejection } {
  if (!book) return { rejection: refusal('book_not_found', 'bookId', 'There is no such book') }
  const times = timesOf(given, now)
  if ('reason' in times) return { rejection: times }
  const rejection = measurementAtFault(given, book)
  if (rejection) return { rejection }
  const span = times.endedAt - times.startedAt
  const session: Session = {
    ...times,
    id: given.id.toLowerCase(),
    bookPk: book.pk,
    device: given.deviceId,
    deviceName: shownName(given.deviceName),
    kind: given.kind,
    toPage: given.toPage ?? null,
    toPercentage: given.toPercentage ?? null,
    activeMs: given.activeDurationMs == null ? null : Math.min(given.activeDurationMs, span),
    estimatedMs: given.activeDurationMs == null ? Math.min(span, MOST_ESTIMATED) : null,
    pagesRead: given.pagesRead ?? null,
  }
  return { session }
}

function timesOf({ clientStartedAt, clientEndedAt }: ReadingSessionDto, now: number): SessionTimes | Rejection {
  const at = (member: 'clientStartedAt' | 'clientEndedAt', message: string) =>
    refusal('invalid_time_range', member, message)
  const [start, end] = [Date.parse(clientStartedAt), Date.parse(clientEndedAt)]
  if (start < CLOCKS_BEGIN) return at('clientStartedAt', 'The clock of the device is not set')
  if (end < start) return at('clientEndedAt', 'The session ends before it starts')
  if (end > now + MOST_WRONG) return at('clientEndedAt', 'The session ends in the future')
  if (end - start > LONGEST_SESSION) return at('clientEndedAt', 'A session takes at most a day')
  const ahead = Math.max(0, end - now)
  return { startedAt: start - ahead, endedAt: end - ahead, saidAt: end }
}

function measurementAtFault(given: ReadingSessionDto, { page_count, file_format }: SessionBook): Rejection | null {
  const { toPage, toPercentage, activeDurationMs, pagesRead } = given
  // An app counts ebook pages on its own screen.
  const most = file_format === 'epub' || page_count === 0 ? Number.POSITIVE_INFINITY : page_count
  const wrong = (member: keyof ReadingSessionDto, message: string) => refusal('invalid_measurement', member, message)
  if (toPercentage != null && !(toPercentage >= 0 && toPercentage <= 1)) {
    return refusal('invalid_percentage', 'toPercentage', 'From 0 to 1')
  }
  if (toPage != null && toPage < 1) return wrong('toPage', 'Pages are counted from 1')
  if (toPage != null && toPage > most) return wrong('toPage', `The book has ${page_count} pages`)
  if (activeDurationMs != null && activeDurationMs < 0) return wrong('activeDurationMs', 'Not less than 0')
  if (pagesRead != null && pagesRead < 0) return wrong('pagesRead', 'Not less than 0')
  if (pagesRead != null && pagesRead > most) return wrong('pagesRead', `The book has ${page_count} pages`)
  return null
}

/** The time of a measured session by the clock of its device. */
export interface Sitting {
  readonly device: string
  readonly start: number
  readonly end: number
}

/** Null if the device did not measure it. */
export function sittingOf({ device, activeMs, startedAt, endedAt, saidAt }: Session): Sitting | null {
  return activeMs === null ? null : { device, start: saidAt - (endedAt - startedAt), end: saidAt }
}

/** Sessions of one device cannot overlap. Some devices send times in seconds. */
const OVERLAP_TOLERANCE = 1000

export function overlaps(a: Sitting, b: Sitting): boolean {
  return a.device === b.device && Math.min(a.end, b.end) - Math.max(a.start, b.start) > OVERLAP_TOLERANCE
}

function shownName(name: string | null | undefined): string | null {
  const shown = (name ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return isVisible(shown) ? shown : null
}
