import { cachedValue } from '../../../db'
import type { Keyed } from '../../../kernel/memo'
import type { ListStatement } from './entity'
import { listShape } from './list-query'
import type { Place } from './window'

/** Number of rows between two cursors; the statement of a page skips fewer. */
const STEP = 1000
/** Estimate for the cursors of a million rows: pages of the second half are read from the end. */
const BYTES = 500 * 16

/** Keys of rows by their position, in steps; empty where nobody has been, and for the first row. */
type Cursors = (number | undefined)[]

/**
 * The rows that `read` returns, from the last cursor before them: it gets the cursor's key and the remaining offset. If
 * that returns too few, they are read from the beginning. Cursors are cached, so the way to a page is walked only once.
 */
export async function pageFromCursor(
  statement: ListStatement,
  order: string,
  { limit, offset }: Place,
  read: (place: Place, cursorPk?: number) => Promise<Keyed[]>,
): Promise<Keyed[]> {
  const wanted = Math.floor(offset / STEP)
  if (wanted === 0) return read({ limit, offset })
  const none = async (): Promise<Cursors> => []
  const cursors = await cachedValue(statement.reader, listShape(statement, 'cursors', order), none, BYTES)
  if (cursors[wanted] === undefined) {
    // -1 without any.
    const known = cursors.findLastIndex((pk, at) => pk !== undefined && at < wanted)
    const next = await read({ limit: 1, offset: (wanted - Math.max(known, 0)) * STEP }, cursors[known])
    // A row with a null sort value leads nowhere.
    const [row] = next.length > 0 ? next : await read({ limit: 1, offset: wanted * STEP })
    cursors[wanted] = row?.pk
  }
  const cursor = cursors[wanted]
  const near = cursor === undefined ? [] : await read({ limit, offset: offset - wanted * STEP }, cursor)
  return near.length === limit ? near : read({ limit, offset })
}
