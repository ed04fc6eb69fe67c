import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import { drawnMember } from '../../../kernel/drawn-words'
import type { Keyed } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { type ListView, type RowShape, rowsByKeys } from '../../lists/engine'

/** A book or series as JSON of the contract. */
export interface ItemJson extends Keyed {
  /** JSON for a viewer who has neither opened nor marked it. The viewer's members are its last. */
  readonly text: string
  /** JSON of the viewer's members, `wantToRead` first; null for such a viewer. */
  readonly own: string | null
}

/** The columns that the database returns: `text` lacks the path and the viewer's members. */
export interface ItemJsonColumns extends ItemJson {
  /** JSON of the path: the full one for those who see folders, else below the library's folder. */
  readonly path: string
  /** JSON of the text on its drawn cover; null if it has a picture. */
  readonly drawn: string | null
}

const OWN = ',"wantToRead":'

/** The JSON for a viewer who has not opened it; `before` and `after` are further members. */
export function finishItem(
  { text, path, drawn }: ItemJsonColumns,
  { before = '', after = '' }: { readonly before?: string; readonly after?: string } = {},
): string {
  const shown = `${text.slice(0, -1)}${before},"path":${path}${drawnMember(drawn)}`
  return `${shown}${OWN}false${after}}`
}

/** The JSON for the viewer. In texts of the JSON quotes are escaped, so the last place is that of the member. */
export function itemText({ text, own }: ItemJson): string {
  return own === null ? text : `${text.slice(0, text.lastIndexOf(OWN))},${own.slice(1)}`
}

/** The view of lists: `complete` reads what complete ones have besides, once for all rows of a page. */
export function itemView<Row extends ItemJson>(
  rows: RowShape<Row>,
  complete: (reader: Reader, viewer: Viewer, rows: readonly Row[]) => Promise<readonly object[]>,
): ListView<Row> {
  return {
    rows,
    texts: async (reader, viewer, rows, full) =>
      full ? (await complete(reader, viewer, rows)).map(item => JSON.stringify(item)) : rows.map(itemText),
  }
}

/** Reads items by their keys, as JSON of the contract; hidden ones are left out. */
export function textsByKeys<Row extends ItemJson>(shape: RowShape<Row>) {
  return async (reader: Reader, viewer: Viewer, pks: readonly number[]): Promise<Map<number, string>> =>
    new Map((await rowsByKeys(reader, viewer, shape, pks)).map(row => [row.pk, itemText(row)]))
}

/** Whether a book or series is in the viewer's queue. */
export function isWanted(table: 'books' | 'series', userPk: unknown) {
  const key = sql.ref(`want_to_read.${table === 'books' ? 'book_pk' : 'series_pk'}`)
  return sql<SqlBool>`exists (select 1 from want_to_read
    where ${key} = ${sql.ref(`${table}.pk`)} and want_to_read.user_pk = ${userPk})`
}
