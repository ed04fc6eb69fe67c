import { cachedValue } from '../../../db'
import type { Keyed } from '../../../kernel/memo'
import type { ListStatement } from './entity'
import { listShape } from './list-query'
import type { Place } from './window'

/** A row of an order: its position and key. */
interface Cursor {
  readonly offset: number
  readonly pk: number
}

/** Rows of an order with cached position. */
const MOST_CURSORS = 3000
const CURSOR_BYTES = 32
/** Maximum distance between the nearest cursor and a page, which the page's own statement skips. */
const NEAR = 5000
/**
 * Rows skipped per step towards a distant page; a cursor is cached at the end of each step. Steps grow with the depth,
 * so that there are never many of them.
 */
const STEP = 1000
const MOST_STEPS = 500

/**
 * The rows that `read` returns, from the nearest cursor before them: it gets the cursor's key and the remaining offset.
 * If that returns too few, they are read from the beginning. Their positions and some on the way are cached, so that
 * the way is walked only once.
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
  // Where a statement is a round trip, one long step is faster than several short ones.
  const steps = reader.memo && reader.dialect.kind === 'sqlite' ? MOST_STEPS : 0
  // Each step selects the rows of a condition again.
  const shortest = statement.query.condition ? NEAR : STEP
  const cursor = await stepTo(cursors, offset, { most: steps, shortest }, read)
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
 * The nearest cursor before a row, after at most so many steps from the previous one. A null sort value ends the steps.
 */
async function stepTo(
  cursors: Cursor[],
  offset: number,
  { most, shortest }: { readonly most: number; readonly shortest: number },
  read: (place: Place, cursorPk?: number) => Promise<readonly Keyed[]>,
) {
  let cursor = nearest(cursors, offset)
  if (offset - (cursor?.offset ?? 0) <= NEAR) return cursor
  const step = Math.max(shortest, Math.ceil(offset / most))
  while (most > 0 && offset - (cursor?.offset ?? 0) > step && cursors.length < MOST_CURSORS) {
    const [row] = await read({ limit: 1, offset: step }, cursor?.pk)
    if (!row) break
    cursor = { offset: (cursor?.offset ?? 0) + step, pk: row.pk }
    note(cursors, cursor)
  }
  return cursor
}

/** Cursors are sorted by position. The first row needs none. */
function note(cursors: Cursor[], cursor: Cursor): void {
  if (cursors.length >= MOST_CURSORS || cursor.offset === 0) return
  const before = countUpTo(cursors, cursor.offset)
  if (cursors[before - 1]?.offset !== cursor.offset) cursors.splice(before, 0, cursor)
}

function nearest(cursors: readonly Cursor[], offset: number): Cursor | null {
  return cursors[countUpTo(cursors, offset) - 1] ?? null
}

/** Number of cursors at a row or before it. */
function countUpTo(cursors: readonly Cursor[], offset: number): number {
  let [from, to] = [0, cursors.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((cursors[middle]?.offset ?? 0) <= offset) from = middle + 1
    else to = middle
  }
  return from
}
