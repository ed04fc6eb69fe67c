import type { SeriesListRequest } from '@octavo/contract/series'
import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { drawnMember } from '../../../kernel/drawn-words'
import type { Keyed } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { findRow, type ListView, type RowShape, rowsByKeys } from '../../lists/engine'

/** A book or series as JSON of the contract. */
export interface ItemJson extends Keyed {
  /** JSON for a viewer who has neither opened nor marked it. The viewer's members are its last. */
  readonly text: string
  /** JSON of the viewer's members, `wantToRead` first; null for such a viewer. */
  readonly own: string | null
}

/** The columns that the database returns: `text` lacks the viewer's members. */
export interface ItemJsonColumns extends ItemJson {
  /** JSON of the text on its drawn cover; null if it has a picture. */
  readonly drawn: string | null
}

const OWN = ',"wantToRead":'

/**
 * The JSON for a viewer who has not opened it, with the authors of its card if it shows them; `after` are further
 * members.
 */
export function finishItem(
  { text, drawn }: ItemJsonColumns,
  { authors = null, after = '' }: { readonly authors?: string | null; readonly after?: string } = {},
): string {
  const before = authors === null ? '' : `,"authors":${JSON.stringify(authors)}`
  const shown = `${text.slice(0, -1)}${before}${drawnMember(drawn, authors)}`
  return `${shown}${OWN}false${after}}`
}

/** The JSON for the viewer. In texts of the JSON quotes are escaped, so the last place is that of the member. */
export function itemText({ text, own }: ItemJson): string {
  return own === null ? text : `${text.slice(0, text.lastIndexOf(OWN))},${own.slice(1)}`
}

interface ItemView<Row extends ItemJson, Full> extends ListView<Row> {
  /** Reads what complete ones have besides, once for all rows of a page. */
  readonly complete: (reader: Reader, viewer: Viewer, rows: readonly Row[]) => Promise<readonly Full[]>
}

/** The view of lists, and of one item. */
export function itemView<Row extends ItemJson, Full extends object>(
  rows: RowShape<Row>,
  complete: ItemView<Row, Full>['complete'],
): ItemView<Row, Full> {
  return {
    rows,
    complete,
    texts: async (reader, viewer, rows, full) =>
      full ? (await complete(reader, viewer, rows)).map(item => JSON.stringify(item)) : rows.map(itemText),
  }
}

/** Reads items by their keys, as JSON of the contract; hidden ones are left out. */
export async function textsByKeys<Row extends ItemJson>(
  reader: Reader,
  viewer: Viewer,
  { rows }: ListView<Row>,
  pks: readonly number[],
): Promise<Map<number, string>> {
  return new Map((await rowsByKeys(reader, viewer, rows, pks)).map(row => [row.pk, itemText(row)]))
}

/**
 * One complete item, and its row.
 * @throws NotFound for a missing or hidden one
 */
export async function completeItem<Row extends ItemJson, Full>(
  reader: Reader,
  viewer: Viewer,
  { rows, complete }: ItemView<Row, Full>,
  id: string,
): Promise<{ readonly row: Row; readonly item: Full }> {
  const row = await findRow(reader, viewer, rows, id)
  const [item] = await complete(reader, viewer, [row])
  if (!item) throw notFound(rows.entity.noun)
  return { row, item }
}

/** The filter of a request body. */
export function filterOf({ condition, fullTextSearch }: SeriesListRequest) {
  return { condition, text: fullTextSearch }
}

/** Of the only book of a series: whether it is a novel in no series, rather than a comic or a numbered volume. */
export const IS_ONE_OFF = sql<SqlBool>`(books.number is null and books.file_format in ('epub', 'pdf'))`

/** Whether a book or series is in the viewer's queue. */
export function isWanted(table: 'books' | 'series', userPk: unknown) {
  const key = sql.ref(`want_to_read.${table === 'books' ? 'book_pk' : 'series_pk'}`)
  return sql<SqlBool>`exists (select 1 from want_to_read
    where ${key} = ${sql.ref(`${table}.pk`)} and want_to_read.user_pk = ${userPk})`
}
