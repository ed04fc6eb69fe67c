import type { AuditOutcome } from '../../api/types'
import { type AuditKind, readKind } from './audit-kinds.rules'

export const timePresets = ['today', '7d', '30d'] as const
export type TimePreset = (typeof timePresets)[number]

/** The address of the audit log. Days are `2026-11-22` in the reader's time zone, both inclusive. */
export type AuditSearch = {
  readonly kind?: AuditKind
  /** Who did it, or whose account it concerns. */
  readonly person?: string
  /** The id of its subject. */
  readonly about?: string
  readonly outcome?: AuditOutcome
  readonly q?: string
  readonly time?: TimePreset
  readonly from?: string
  readonly to?: string
  readonly page?: number
}

export const outcomes = ['failed', 'interrupted', 'begun', 'done'] as const satisfies AuditOutcome[]
const uuid = /^[0-9a-f-]{36}$/i
const longestText = 200

/** Parses any address: unknown and default values are left out. A preset takes precedence over days. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { person, about, q, page } = search
  const kind = readKind(search.kind)
  const outcome = outcomes.find(one => one === search.outcome)
  const time = timePresets.find(one => one === search.time)
  const from = time ? undefined : readDay(search.from)
  const to = time ? undefined : readDay(search.to)
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, longestText) : ''
  return {
    ...(kind && { kind }),
    ...(typeof person === 'string' && uuid.test(person) && { person }),
    ...(typeof about === 'string' && uuid.test(about) && { about }),
    ...(outcome && { outcome }),
    ...(text && { q: text }),
    ...(time && { time }),
    ...(from && { from }),
    ...(to && { to }),
    ...(Number.isInteger(page) && Number(page) > 1 && { page: Number(page) }),
  }
}

/** Whether the address filters the list. */
export function isFiltered({ page: _, ...filter }: AuditSearch): boolean {
  return Object.keys(filter).length > 0
}

/** The local day a number of days from a moment. */
export function dayOf(moment: Date, plus = 0): string {
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + plus)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The start of a day, or of the next: correct for days of 23 or 25 hours. */
export function midnight(day: string, plus: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + plus)
}

/** A valid calendar day with a four-digit year after 1970. */
function readDay(word: unknown): string | undefined {
  if (typeof word !== 'string' || !/^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$/.test(word)) return undefined
  return dayOf(midnight(word, 0)) === word ? word : undefined
}
