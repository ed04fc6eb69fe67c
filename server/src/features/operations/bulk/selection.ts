import type { BulkSelection } from '@octavo/contract/bulk-edit'
import type { Reader, Tx } from '../../../db'
import { AppError } from '../../../kernel/app-error'
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
 * The keys of what a person has chosen, as far as they see it.
 * @throws BadRequest for a selection of nothing or of too much, and for a condition that is none
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
    throw new AppError('BadRequest', 'selection: ids, a condition, words, or all', { path: 'selection' })
  const entity = kind === 'book' ? BOOKS : SERIES
  const request = parseList(entity, { condition, text: fullTextSearch }, viewer)
  const keys = await selectAllKeys(reader, viewer, entity, request, LIMITS.bulk.rows + 1)
  if (keys.length <= LIMITS.bulk.rows) return keys
  throw new AppError('BadRequest', `selection: more than ${LIMITS.bulk.rows} at once`, { path: 'selection' })
}

/** Those of some keys that the person still sees, and that an act has not edited yet. */
export async function stillToEdit(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  { pks, actId }: { readonly pks: readonly number[]; readonly actId: string },
): Promise<number[]> {
  if (kind === 'book') {
    const rows = await reader.query
      .selectFrom('books')
      .select('pk')
      .where('pk', 'in', pks)
      .where('deleted', '=', false)
      .where(visible(viewer, 'books.library_pk'))
      .where('pk', 'not in', edited(reader, 'book_pk', actId))
      .orderBy('pk')
      .execute()
    return rows.map(row => row.pk)
  }
  const rows = await reader.query
    .selectFrom('series')
    .select('pk')
    .where('pk', 'in', pks)
    .where(visible(viewer, 'series.library_pk'))
    .where('pk', 'not in', edited(reader, 'series_pk', actId))
    .orderBy('pk')
    .execute()
  return rows.map(row => row.pk)
}

function edited(reader: Pick<Reader | Tx, 'query'>, column: 'book_pk' | 'series_pk', actId: string) {
  return (reader.query as Reader['query'])
    .selectFrom('metadata_edits')
    .select(eb => eb.ref(column).$notNull().as('pk'))
    .where('act_id', '=', actId)
    .where(column, 'is not', null)
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

/** Keys read in one question. */
const PAGE = 2_000

/** The keys of books, those of a series together. */
export async function bySeries(reader: Reader, pks: readonly number[]): Promise<number[]> {
  const found: { readonly pk: number; readonly series_pk: number }[] = []
  for (let at = 0; at < pks.length; at += PAGE) {
    const page = pks.slice(at, at + PAGE)
    const rows = await reader.query.selectFrom('books').select(['pk', 'series_pk']).where('pk', 'in', page).execute()
    for (const row of rows) found.push(row)
    await nextTurn()
  }
  return found.toSorted((a, b) => a.series_pk - b.series_pk || a.pk - b.pk).map(({ pk }) => pk)
}
