import type { PatchBookMetadataRequest } from '@octavo/contract/book-metadata'
import { refused } from '../../../kernel/app-error'

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const PARTS = ['day', 'month', 'year'] as const

type Parts = { readonly [Part in (typeof PARTS)[number]]: number | null }

/**
 * Refuses an edit after which a book would have come out on a day that there is not, such as 30 February; files may say so.
 * @throws BadRequest with the part that the edit gives
 */
export function refuseUnknownDate(edit: Partial<PatchBookMetadataRequest>, after: Parts): void {
  const given = PARTS.find(part => typeof edit[part] === 'number')
  if (!given || isDate(after)) return
  const message = `body ${given}: this date does not exist`
  throw refused('BadRequest', 'date_unknown', message, given)
}

/** Whether the parts that are known can be those of a date. */
function isDate({ year, month, day }: Parts): boolean {
  if (month === null || day === null) return true
  const isShort = month === 2 && year !== null && !isLeap(year)
  return day <= (isShort ? 28 : (DAYS[month - 1] ?? 0))
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
