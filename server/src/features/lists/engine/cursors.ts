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
  const { reader } = statement
  const wanted = Math.floor(offset / STEP)
  if (wanted === 0) return read({ limit, offset })
  const none = async (): Promise<Cursors> => []
  const cursors = await cachedValue(reader, listShape(statement, 'cursors', order), none, BYTES)
  // Where a statement is a round trip, one long way is faster than several short ones.
  const longest = reader.memo && reader.dialect.kind === 'sqlite' ? 1 : wanted
  const known = cursors.findLastIndex((pk, index) => pk !== undefined && index <= wanted)
  for (let at = Math.max(0, known); at < wanted; ) {
    const steps = Math.min(longest, wanted - at)
    const [next] = await read({ limit: 1, offset: steps * STEP }, cursors[at])
    // A row with a null sort value leads nowhere.
    const [row] = next ? [next] : await read({ limit: 1, offset: wanted * STEP })
    if (!row) break
    at = next ? at + steps : wanted
    cursors[at] = row.pk
  }
  const cursor = cursors[wanted]
  const near = cursor === undefined ? [] : await read({ limit, offset: offset - wanted * STEP }, cursor)
  return near.length === limit ? near : read({ limit, offset })
}
