import { type SqlBool, sql } from 'kysely'
import { isBelow, pathOrder, pathStart, type Reader, runPrepared, valueList } from '../../../db'
import { BOOK_EXTENSIONS } from '../../../formats/book-names'
import { nextTurn } from '../../../platform/task-work'
import { folderOf } from './narrowing.rules'
import type { KnownBook, ListedPlace, ScanPlace } from './scan.types'

/** Rows read at once, so that a large library does not delay requests. */
const PAGE = 5_000

const KNOWN = [
  ...(['pk', 'series_pk', 'folder_pk', 'path', 'file_size', 'file_modified_ms', 'file_inode'] as const),
  ...(['beside_stamp', 'deleted', 'merged_into_pk'] as const),
] as const

/** All books of some folders by path, including deleted ones. */
export async function knownBooks(reader: Reader, folderPks: readonly number[]): Promise<KnownBook[]> {
  const books: KnownBook[] = []
  for (const folderPk of folderPks) await addKnown(books, reader, folderPk)
  return books
}

async function addKnown(books: KnownBook[], reader: Reader, folderPk: number): Promise<void> {
  for (let after = '', afterPk = 0; ; ) {
    const values = { folderPk, after, afterPk, limit: PAGE }
    const order = pathOrder(reader.dialect, sql.ref('path'))
    const rows = await runPrepared<KnownRow, typeof values>(reader, 'scan.known', values, (p, query) =>
      query
        .selectFrom('books')
        .select([...KNOWN])
        .where('folder_pk', '=', p.folderPk)
        .where(sql<SqlBool>`(${order}, pk) >
          (${pathOrder(reader.dialect, sql`cast(${p.after} as text)`)}, cast(${p.afterPk} as bigint))`)
        .orderBy(order)
        .orderBy('pk')
        .limit(p.limit),
    )
    for (const row of rows) books.push(knownBook(row))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.path
    afterPk = last.pk
    await nextTurn()
  }
}

/** The books in some places of a library, including deleted ones. */
export async function knownBooksIn(reader: Reader, places: readonly ListedPlace[]): Promise<KnownBook[]> {
  const books: KnownBook[] = []
  for (const place of places) {
    const rows = await selectKnown(reader)
      .where(inPlaces([place]))
      .execute()
    books.push(...rows.map(knownBook))
  }
  return books
}

/** The live image folders directly in a place. */
export function imagesIn(
  reader: Reader,
  { folder, path }: ListedPlace,
): Promise<{ readonly path: string; readonly sidecars: string | null }[]> {
  const prefix = path === '' ? '' : `${path}/`
  return reader.query
    .selectFrom('books')
    .select(['path', 'beside_stamp as sidecars'])
    .where('folder_pk', '=', folder.pk)
    .$if(path !== '', query => query.where(isBelow('books.path', path)))
    .where(sql<SqlBool>`books.path = cast(${prefix} as text) || books.file_name and not ${isFile()}`)
    .where('deleted', '=', false)
    .orderBy('path')
    .execute()
}

/** Condition for books in one of the places. A place is a range of paths, so that the index of paths is used. */
export function inPlaces(places: readonly ListedPlace[]) {
  const each = places.map(({ folder, path, below }) => {
    const range = path === '' ? sql`1 = 1` : isBelow('books.path', path)
    const prefix = path === '' ? '' : `${path}/`
    // An image folder is its own place, a file is not.
    const own = folderOf(path) === path ? atPath(path) : sql`1 = 0`
    return below
      ? sql`(books.folder_pk = ${folder.pk} and (${range} or ${own}))`
      : sql`(books.folder_pk = ${folder.pk} and
        (${range} and books.path = cast(${prefix} as text) || books.file_name and ${isFile()} or ${own}))`
  })
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

function atPath(path: string) {
  return sql<SqlBool>`(books.path = ${path} and ${pathStart(sql`books.path`)} = ${pathStart(sql`cast(${path} as text)`)})`
}

/** Image folders have no book extension. */
function isFile() {
  return sql`(${sql.join(
    BOOK_EXTENSIONS.map(extension => sql`lower(books.file_name) like ${`%.${extension}`}`),
    sql` or `,
  )})`
}

/** Parts that a scan could not read: whole folders by key, and places in others by path, including files. */
export interface Unseen {
  readonly folders: ReadonlySet<number>
  readonly places: readonly { readonly folderPk: number; readonly path: string }[]
}

/** Places per statement. */
const MOST_PLACES = 200

/** Condition for books in readable places. */
export function notIn({ folders, places }: Unseen) {
  const parts = [sql<SqlBool>`1 = 1`]
  if (folders.size > 0) parts.push(sql<SqlBool>`books.folder_pk not in ${valueList([...folders])}`)
  for (const { folderPk, path } of places.slice(0, MOST_PLACES)) {
    parts.push(sql<SqlBool>`not (books.folder_pk = ${folderPk} and
      (${atPath(path)} or ${isBelow('books.path', path)}))`)
  }
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

/** Books of a library with a file of one of the sizes, including deleted ones. */
export async function knownBooksOfSizes(
  reader: Reader,
  libraryPk: number,
  sizes: readonly number[],
): Promise<KnownBook[]> {
  const books: KnownBook[] = []
  for (let at = 0; at < sizes.length; at += PAGE) {
    const part = sizes.slice(at, at + PAGE)
    // Separate queries, because each has its own index.
    for (const state of [sql<SqlBool>`not deleted`, sql<SqlBool>`deleted`]) {
      const rows = await selectKnown(reader)
        .where('library_pk', '=', libraryPk)
        .where('file_size', 'in', part)
        .where(state)
        .execute()
      books.push(...rows.map(knownBook))
    }
  }
  return books
}

function selectKnown(reader: Reader) {
  return reader.query.selectFrom('books').select([...KNOWN])
}

interface KnownRow {
  readonly pk: number
  readonly series_pk: number
  readonly folder_pk: number
  readonly path: string
  readonly file_size: number
  readonly file_modified_ms: number
  readonly file_inode: number
  readonly beside_stamp: string | null
  readonly deleted: boolean
  readonly merged_into_pk: number | null
}

function knownBook(row: KnownRow): KnownBook {
  const stamp = { size: row.file_size, modifiedMs: row.file_modified_ms, inode: row.file_inode }
  const { pk, series_pk: seriesPk, folder_pk: folderPk, path, beside_stamp: sidecars, deleted } = row
  const book = { pk, seriesPk, folderPk, path, stamp, sidecars, deleted }
  return row.merged_into_pk === null ? book : { ...book, isMerged: true }
}

/** The places of a series' books, including hidden ones. */
export async function seriesPlaces(reader: Reader, seriesPk: number): Promise<ScanPlace[]> {
  const rows = await reader.query
    .selectFrom('books')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .select(['books.path', 'library_folders.path as root'])
    .where('series_pk', '=', seriesPk)
    .where('removed_at', 'is', null)
    .execute()
  const places = new Map<string, ScanPlace>()
  for (const { root, path } of rows) {
    // A path with leading slashes is a freed one: its file is elsewhere by now.
    if (path.startsWith('//')) continue
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : folderOf(path)
    places.set(`${root}/${folder}`, { root, path: folder, below: folder !== '' })
  }
  return [...places.values()]
}
