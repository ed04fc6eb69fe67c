import type { PatchBookMetadataRequest } from '@octavo/contract/book-metadata'
import { refused } from '../../../kernel/app-error'

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const PARTS = ['day', 'month', 'year'] as const

type Parts = { readonly [Part in (typeof PARTS)[number]]: number | null }

/**
 * Rejects an edit that gives a book an impossible release date, such as 30 February; files may contain one.
 * @throws BadRequest for the part that the edit sets
 */
export function refuseUnknownDate(edit: Partial<PatchBookMetadataRequest>, after: Parts): void {
  const given = PARTS.find(part => typeof edit[part] === 'number')
  if (!given || isDate(after)) return
  const message = `body ${given}: this date does not exist`
  throw refused('BadRequest', 'date_unknown', message, given)
}

/** Whether the known parts form a possible date. */
function isDate({ year, month, day }: Parts): boolean {
  if (month === null || day === null) return true
  const isShort = month === 2 && year !== null && !isLeap(year)
  return day <= (isShort ? 28 : (DAYS[month - 1] ?? 0))
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
