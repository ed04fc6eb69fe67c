import type { Sort } from '../filters'

/** Pages that begin later than this are worth knowing first how many rows there are. */
const DEEP = 1000

export interface Place {
  readonly limit: number
  readonly offset: number
}

export const placeOf = ({ limit, offset }: Place): Place => ({ limit, offset })

/** Which rows of an order a page is read from. */
export interface Window extends Place {
  /** As asked for, or reversed: then the rows found come in that order too. */
  readonly sort: Sort
  readonly isReversed: boolean
}

/** How many rows lie before a page; a number that both databases take. */
export function offsetOf({ page, pageSize }: { readonly page: number; readonly pageSize: number }): number {
  return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
}

/** Whether a page lies so deep that its window should be made with the total. */
export function isDeep(asked: { readonly page: number; readonly pageSize: number }): boolean {
  return offsetOf(asked) >= DEEP
}

/**
 * The rows of a page. Each skipped row costs time, so a page of the second half is read from the end: its
 * order reversed, with the rows behind it skipped. Null when `total` says that there are none.
 */
export function windowOf(
  asked: { readonly sort: Sort; readonly page: number; readonly pageSize: number },
  total?: number,
): Window | null {
  const { sort, pageSize } = asked
  const offset = offsetOf(asked)
  if (total === undefined) return { sort, isReversed: false, limit: pageSize, offset }
  const limit = Math.min(pageSize, total - offset)
  if (limit <= 0) return null
  const behind = total - offset - limit
  return behind < offset
    ? { sort: reversed(sort), isReversed: true, limit, offset: behind }
    : { sort, isReversed: false, limit, offset }
}

function reversed(sort: Sort): Sort {
  const [first, ...others] = sort.map(key => ({ ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' }) as const)
  return first ? [first, ...others] : sort
}

/** An order in which the rows without a value stand together, before or behind all others. */
export interface Parts<Row> {
  readonly known: (place: Place) => Promise<Row[]>
  readonly unknown: (place: Place) => Promise<Row[]>
  readonly countKnown: () => Promise<number>
  /** Whether that is at hand, so that it is asked for first. */
  readonly isCounted: boolean
  readonly total: () => Promise<number>
}

/**
 * A page of such an order, each part by an index of its own: one statement while the page lies within the first part,
 * four at most.
 */
export async function pageOfParts<Row>(
  { known, unknown, countKnown, isCounted, total }: Parts<Row>,
  direction: 'asc' | 'desc',
  { limit, offset }: Place,
): Promise<Row[]> {
  const [first, second] = direction === 'desc' ? [known, unknown] : [unknown, known]
  const countFirst = async () => (direction === 'desc' ? await countKnown() : (await total()) - (await countKnown()))
  const inFirst = isCounted ? await countFirst() : null
  const rows = inFirst === null || offset < inFirst ? await first({ limit, offset }) : []
  if (rows.length === limit) return rows
  const before = inFirst ?? (rows.length > 0 || offset === 0 ? offset + rows.length : await countFirst())
  return [...rows, ...(await second({ limit: limit - rows.length, offset: Math.max(0, offset - before) }))]
}
