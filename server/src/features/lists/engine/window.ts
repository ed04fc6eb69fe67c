import type { Sort } from '../filters'

export interface Place {
  readonly limit: number
  readonly offset: number
}

/** The rows of an order to read for a page. */
export interface Window extends Place {
  /** As requested, or reversed: then the rows are returned in reversed order too. */
  readonly sort: Sort
  readonly isReversed: boolean
}

/**
 * The rows of a page. Skipped rows cost time, so a page in the second half is read from the end: in reversed order.
 * Null if `total` shows that it is empty.
 */
export function windowOf(
  { sort, page, pageSize }: { readonly sort: Sort; readonly page: number; readonly pageSize: number },
  total?: number,
): Window | null {
  // Bounded to what both databases accept.
  const offset = Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
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

/** From this offset on, counting the first part is faster than skipping its rows. */
const DEEP = 1000

/** An order in which all null values are adjacent, before or after the others. */
export interface Parts<Row> {
  readonly known: (place: Place) => Promise<Row[]>
  readonly unknown: (place: Place) => Promise<Row[]>
  readonly countKnown: () => Promise<number>
  readonly total: number
}

/**
 * A page of such an order, each part by its own index: one statement if the page is within the first part, at most
 * four.
 */
export async function pageOfParts<Row>(
  { known, unknown, countKnown, total }: Parts<Row>,
  direction: 'asc' | 'desc',
  { limit, offset }: Place,
): Promise<Row[]> {
  const [first, second] = direction === 'desc' ? [known, unknown] : [unknown, known]
  const countFirst = async () => (direction === 'desc' ? await countKnown() : total - (await countKnown()))
  const inFirst = offset >= DEEP ? await countFirst() : null
  const rows = inFirst === null || offset < inFirst ? await first({ limit, offset }) : []
  if (rows.length === limit) return rows
  const before = inFirst ?? (rows.length > 0 || offset === 0 ? offset + rows.length : await countFirst())
  return [...rows, ...(await second({ limit: limit - rows.length, offset: Math.max(0, offset - before) }))]
}
