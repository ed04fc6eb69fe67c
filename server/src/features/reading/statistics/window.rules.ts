import { refused } from '../../../kernel/app-error'
import { isTimeZone } from '../../../kernel/time-zone'
import { monthOf, QUARTER_MS, startOfMonth } from '../reading-log'

const DAY_MS = 24 * 3_600_000
/** Default length of a period without a start. */
const USUAL_DAYS = 90
/** Earliest start, which limits the number of days in a period. */
const EARLIEST = Date.UTC(1990, 0, 1)

/** Period of statistics: from, and up to. */
export interface Window {
  readonly from: number
  readonly to: number
}

/**
 * The requested period, in whole quarters of an hour.
 * @throws BadRequest if it ends before it begins
 */
export function windowOf(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: number,
): Window {
  const to = asked.to === undefined ? now : Date.parse(asked.to)
  const from = asked.from === undefined ? to - USUAL_DAYS * DAY_MS : Date.parse(asked.from)
  if (to < from) throw refused('BadRequest', 'field_bad', 'query to: lies before from', 'to')
  const whole = (ms: number, round: (quarters: number) => number) =>
    round(Math.min(Math.max(ms, EARLIEST), now + DAY_MS) / QUARTER_MS) * QUARTER_MS
  return { from: whole(from, Math.floor), to: whole(to, Math.ceil) }
}

/** @throws BadRequest */
export function checkTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return
  throw refused(
    'BadRequest',
    'field_bad',
    'query timeZone: the IANA name of a time zone, such as Europe/Berlin',
    'timeZone',
  )
}

/** The whole months of a period, and the parts before and after them. */
export interface Months {
  readonly first: number
  /** Exclusive. */
  readonly last: number
  readonly head: Window
  readonly tail: Window
}

export function monthsOf({ from, to }: Window): Months {
  const first = startOfMonth(monthOf(from)) === from ? monthOf(from) : monthOf(from) + 1
  const last = monthOf(to)
  if (last <= first) return { first, last: first, head: { from, to }, tail: { from: to, to } }
  return { first, last, head: { from, to: startOfMonth(first) }, tail: { from: startOfMonth(last), to } }
}
