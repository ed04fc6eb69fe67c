import type { BulkSelection } from '@octavo/contract/bulk-edit'
import type { Reader } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { nextTurn } from '../../../platform/task-work'
import { BOOKS } from '../../catalogue/books'
import { manyEdits } from '../../catalogue/editing'
import { SERIES } from '../../catalogue/series'
import { parseList, selectAllKeys } from '../../lists/engine'
import { visible } from '../../people/access'

export type Kind = 'book' | 'series'

/**
 * The keys of the visible items in a person's selection.
 * @throws BadRequest for an empty or too large selection, and for an invalid condition
 */
export async function selectedKeys(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  { ids, condition, fullTextSearch, all }: BulkSelection,
): Promise<readonly number[]> {
  if (ids)
    return kind === 'book' ? manyEdits.visibleBooks(reader, viewer, ids) : manyEdits.visibleSeries(reader, viewer, ids)
  if (!condition && !fullTextSearch && all !== true)
    throw refused('BadRequest', 'field_missing', 'selection: ids, a condition, words, or all', 'selection')
  const entity = kind === 'book' ? BOOKS : SERIES
  const request = parseList(entity, { condition, text: fullTextSearch }, viewer)
  const keys = await selectAllKeys(reader, viewer, entity, request, LIMITS.bulk.rows + 1)
  if (keys.length <= LIMITS.bulk.rows) return keys
  const { rows: max } = LIMITS.bulk
  throw refused('BadRequest', 'list_long', `selection: more than ${max} at once`, { path: 'selection', max })
}

interface Part {
  readonly pks: readonly number[]
  readonly actId: string
}

/** Among some keys, those still visible to the person and not edited by the action yet. */
export async function stillToEdit(reader: Reader, viewer: Viewer, kind: Kind, part: Part): Promise<number[]> {
  const { pks } = part
  if (kind === 'book') {
    const rows = await reader.query
      .selectFrom('books')
      .select('pk')
      .where('pk', 'in', pks)
      .where('deleted', '=', false)
      .where(visible(viewer, 'books.library_pk'))
      .where('pk', 'not in', edited(reader, 'book_pk', part))
      .orderBy('pk')
      .execute()
    return rows.map(row => row.pk)
  }
  const rows = await reader.query
    .selectFrom('series')
    .select('pk')
    .where('pk', 'in', pks)
    .where(visible(viewer, 'series.library_pk'))
    .where('pk', 'not in', edited(reader, 'series_pk', part))
    .orderBy('pk')
    .execute()
  return rows.map(row => row.pk)
}

/** Among some keys, those that an action has edited. */
function edited(reader: Reader, column: 'book_pk' | 'series_pk', { pks, actId }: Part) {
  return reader.query
    .selectFrom('metadata_edits')
    .select(eb => eb.ref(column).$notNull().as('pk'))
    .where(column, 'in', pks)
    .where('act_id', '=', actId)
}

/** The ids of rows by their keys. */
export async function idsOf(reader: Reader, kind: Kind, pks: readonly number[]): Promise<string[]> {
  if (pks.length === 0) return []
  const table = kind === 'book' ? 'books' : 'series'
  const rows = (await reader.query.selectFrom(table).select('id').where('pk', 'in', pks).orderBy('pk').execute()) as {
    readonly id: string
  }[]
  return rows.map(row => row.id)
}

/** The ids of the series of books. */
export async function seriesOfBooks(reader: Reader, pks: readonly number[]): Promise<string[]> {
  const rows = await reader.query
    .selectFrom('series')
    .select('id')
    .where('pk', 'in', eb => eb.selectFrom('books').select('series_pk').where('books.pk', 'in', pks))
    .orderBy('pk')
    .execute()
  return rows.map(row => row.id)
}

/** The ids of rows, by their keys. */
export async function idsByKey(
  reader: Reader,
  kind: Kind,
  pks: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const table = kind === 'book' ? 'books' : 'series'
  const rows = (await reader.query.selectFrom(table).select(['pk', 'id']).where('pk', 'in', pks).execute()) as {
    readonly pk: number
    readonly id: string
  }[]
  return new Map(rows.map(row => [row.pk, row.id]))
}

/** The keys of the series of books. */
export async function seriesKeysOf(reader: Reader, bookPks: readonly number[]): Promise<number[]> {
  if (bookPks.length === 0) return []
  const rows = await reader.query
    .selectFrom('books')
    .select('series_pk')
    .distinct()
    .where('pk', 'in', bookPks)
    .orderBy('series_pk')
    .execute()
  return rows.map(row => row.series_pk)
}

/** Keys read per query. */
const PAGE = 2_000

/** A book with its series; a series with itself. */
export interface Chosen {
  readonly pk: number
  readonly seriesPk: number
}

/** In edit order: grouped by series, so that a series is refreshed once, after its last book. */
export async function inOrder(reader: Reader, kind: Kind, pks: readonly number[]): Promise<Chosen[]> {
  if (kind === 'series') return pks.toSorted((a, b) => a - b).map(pk => ({ pk, seriesPk: pk }))
  const found: Chosen[] = []
  for (let at = 0; at < pks.length; at += PAGE) {
    const page = pks.slice(at, at + PAGE)
    const rows = await reader.query.selectFrom('books').select(['pk', 'series_pk']).where('pk', 'in', page).execute()
    for (const { pk, series_pk } of rows) found.push({ pk, seriesPk: series_pk })
    await nextTurn()
  }
  return found.toSorted((a, b) => a.seriesPk - b.seriesPk || a.pk - b.pk)
}

/** The series of the books that an action has edited, from an edit on. */
export function seriesOfAct(
  reader: Reader,
  actId: string,
  after: number,
  limit: number,
): Promise<{ readonly pk: number; readonly series_pk: number }[]> {
  return reader.query
    .selectFrom('metadata_edits')
    .innerJoin('books', 'books.pk', 'metadata_edits.book_pk')
    .select(['metadata_edits.pk', 'books.series_pk'])
    .where('metadata_edits.act_id', '=', actId)
    .where('metadata_edits.pk', '>', after)
    .orderBy('metadata_edits.pk')
    .limit(limit)
    .execute()
}
