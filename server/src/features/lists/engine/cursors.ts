import { cachedValue } from '../../../db'
import type { Keyed } from '../../../kernel/memo'
import type { ListStatement } from './entity'
import { listShape } from './list-query'
import type { Place } from './window'

/** A row of an order: how many are before it, and its key. */
interface Cursor {
  readonly offset: number
  readonly pk: number
}

/** Rows of an order whose place is cached. */
const MOST_CURSORS = 3000
const CURSOR_BYTES = 32
/** Rows between a page and the last known place before it that are passed over by the page's own statement. */
const NEAR = 5000
/**
 * Rows that are stepped over at once on the way to a page that lies farther: the place where each such step ends is cached.
 * More of them at once where the page lies deeper, so that there are never many steps.
 */
const STEP = 1000
const MOST_STEPS = 500

/**
 * The rows that `read` brings, from the last one before them whose place is known: that row's key is given with how far
 * behind it they begin. Where too few are found so, they are read from the beginning. Their own places are cached, and those
 * of some rows on the way there: it is gone once, whichever pages are asked for then.
 */
export async function pageFromCursor(
  statement: ListStatement,
  order: string,
  { limit, offset }: Place,
  read: (place: Place, cursorPk?: number) => Promise<Keyed[]>,
): Promise<Keyed[]> {
  const { reader } = statement
  const none = async (): Promise<Cursor[]> => []
  const cursors = await cachedValue(reader, listShape(statement, 'cursors', order), none, MOST_CURSORS * CURSOR_BYTES)
  // Where a statement is a round trip, one long way is better than several short ones.
  const steps = reader.memo && reader.dialect.kind === 'sqlite' ? MOST_STEPS : 0
  const cursor = await stepTo(cursors, offset, steps, read)
  const near = cursor ? await read({ limit, offset: offset - cursor.offset }, cursor.pk) : []
  const rows = near.length === limit ? near : await read({ limit, offset })
  const [first, last] = [rows[0], rows.at(-1)]
  if (first && last) {
    note(cursors, { offset, pk: first.pk })
    note(cursors, { offset: offset + rows.length - 1, pk: last.pk })
  }
  return rows
}

/**
 * The last known place before a row, after so many steps at most that lead there from the one that was known before. Where
 * a row without a value stands in the way, no step leads on.
 */
async function stepTo(
  cursors: Cursor[],
  offset: number,
  most: number,
  read: (place: Place, cursorPk?: number) => Promise<readonly Keyed[]>,
) {
  let cursor = nearest(cursors, offset)
  if (offset - (cursor?.offset ?? 0) <= NEAR) return cursor
  const step = Math.max(STEP, Math.ceil(offset / most))
  while (most > 0 && offset - (cursor?.offset ?? 0) > step && cursors.length < MOST_CURSORS) {
    const [row] = await read({ limit: 1, offset: step }, cursor?.pk)
    if (!row) break
    cursor = { offset: (cursor?.offset ?? 0) + step, pk: row.pk }
    note(cursors, cursor)
  }
  return cursor
}

/** Cursors stay in the order of their rows. The first row of all needs none. */
function note(cursors: Cursor[], cursor: Cursor): void {
  if (cursors.length >= MOST_CURSORS || cursor.offset === 0) return
  const before = countUpTo(cursors, cursor.offset)
  if (cursors[before - 1]?.offset !== cursor.offset) cursors.splice(before, 0, cursor)
}

function nearest(cursors: readonly Cursor[], offset: number): Cursor | null {
  return cursors[countUpTo(cursors, offset) - 1] ?? null
}

/** How many cursors stand at a row or before it. */
function countUpTo(cursors: readonly Cursor[], offset: number): number {
  let [from, to] = [0, cursors.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((cursors[middle]?.offset ?? 0) <= offset) from = middle + 1
    else to = middle
  }
  return from
}
