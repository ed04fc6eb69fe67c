import { atOneRevision, type Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { findRow, type list, OWN_ORDER, rowsByKeys, selectAllKeys } from '../../lists/engine'
import type { ItemJson } from '../items'
import { canBeOpened } from './book.json'
import { BOOKS } from './book-entity'
import { BOOK_JSON, BOOK_PLACE } from './book-row'

type Shelf = Pick<list.ListRequest, 'subset' | 'sort'>

/** The viewer's own lists, each with its own order. */
export const BOOK_SHELVES = {
  recentlyAdded: { sort: [{ field: 'created_at', direction: 'desc' }] },
  inProgress: { subset: 'in progress', sort: [{ field: OWN_ORDER, direction: 'desc' }] },
  recentlyRead: { subset: 'opened', sort: [{ field: OWN_ORDER, direction: 'desc' }] },
  onDeck: { subset: 'on deck', sort: [{ field: OWN_ORDER, direction: 'desc' }] },
} as const satisfies Readonly<Record<string, Shelf>>

/** Reading order of the series. */
export const READING_ORDER = [
  { field: 'number', direction: 'asc' },
  { field: 'title', direction: 'asc' },
] as const

/**
 * The live books before and after one in its series; null at the ends.
 * @throws NotFound for a missing or hidden one
 */
export async function adjacentBooks(
  given: Reader,
  viewer: Viewer,
  id: string,
): Promise<{ previous: ItemJson | null; next: ItemJson | null }> {
  const reader = atOneRevision(given)
  const { pk, series_pk: series } = await findRow(reader, viewer, BOOK_PLACE, id)
  const order = await selectAllKeys(reader, viewer, BOOKS, { scope: { series }, sort: READING_ORDER })
  const at = order.indexOf(pk)
  const [before, after] = [order[at - 1], at < 0 ? undefined : order[at + 1]]
  const pks = [before, after].filter(each => each !== undefined)
  const rows = new Map((await rowsByKeys(reader, viewer, BOOK_JSON, pks)).map(row => [row.pk, row]))
  return { previous: rows.get(before ?? 0) ?? null, next: rows.get(after ?? 0) ?? null }
}

/** Few books in a row cannot be opened. */
const BOOKS_AT_ONCE = 100

/** The first of some books that can be opened; undefined if all are encrypted or have an error and no pages. */
export async function firstReadable(reader: Reader, pks: readonly number[]): Promise<number | undefined> {
  for (let at = 0; at < pks.length; at += BOOKS_AT_ONCE) {
    const part = pks.slice(at, at + BOOKS_AT_ONCE)
    const rows = await reader.query
      .selectFrom('books')
      .select('pk')
      .where('pk', 'in', part)
      .where(canBeOpened('books'))
      .execute()
    const readable = new Set(rows.map(({ pk }) => pk))
    const first = part.find(pk => readable.has(pk))
    if (first !== undefined) return first
  }
  return undefined
}
