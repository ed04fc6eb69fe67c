import { atOneRevision, type Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { findRow, type list, OWN_ORDER, rowsByKeys, selectAllKeys } from '../../lists/engine'
import type { ItemJson } from '../items'
import { BOOKS } from './book-entity'
import { BOOK_JSON, BOOK_PLACE } from './book-row'

type Shelf = Pick<list.ListRequest, 'subset' | 'sort'>

/** The viewer's own lists, each with its own order. */
export const BOOK_SHELVES = {
  recentlyAdded: { sort: [{ field: 'created_at', direction: 'desc' }] },
  inProgress: { subset: 'in progress', sort: [{ field: 'last_read', direction: 'desc' }] },
  recentlyRead: { subset: 'opened', sort: [{ field: 'last_read', direction: 'desc' }] },
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
