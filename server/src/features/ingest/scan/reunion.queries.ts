import { type SqlBool, sql } from 'kysely'
import { pagesByKey, pathStart, type Reader } from '../../../db'
import { isOfFewPages } from '../../../formats/pages-hash'
import type { FoundBook, MissingBook } from './reunion.rules'

/** Hashes per statement. */
const PART = 400
/** Hidden books per page. */
const PAGE = 2_000

/** Must equal the condition of the partial indexes: SQLite uses them for this text only. */
const hidden = sql<SqlBool>`books.deleted`
const live = sql<SqlBool>`not books.deleted`

/** Whether a library has added books since a moment. */
export async function hasNewBooks(reader: Reader, libraryPk: number, since: number): Promise<boolean> {
  const row = await reader.query
    .selectFrom('books')
    .select('pk')
    .where('library_pk', '=', libraryPk)
    .where(live)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The hidden books of all libraries, in pages; unread ones cannot be recognised. */
export async function* hiddenBooks(reader: Reader): AsyncGenerator<MissingBook[], void, void> {
  const pages = pagesByKey(PAGE, after =>
    missing(reader).where(hidden).where('pk', '>', after).orderBy('pk').limit(PAGE).execute(),
  )
  for await (const rows of pages) {
    yield rows.map(hiddenBook)
  }
}

/** Hidden books with the page hash of one of these that is too short to be unique. */
export async function hiddenTwins(reader: Reader, books: readonly MissingBook[]): Promise<MissingBook[]> {
  const hashes = books.flatMap(({ pagesHash }) => (pagesHash !== null && isOfFewPages(pagesHash) ? [pagesHash] : []))
  const asked = new Set(books.map(({ pk }) => pk))
  const twins: MissingBook[] = []
  for (const part of partsOf([...new Set(hashes)])) {
    const rows = await missing(reader).where(hidden).where('pages_hash', 'in', part).execute()
    twins.push(...rows.filter(({ pk }) => !asked.has(pk)).map(hiddenBook))
  }
  return twins
}

/**
 * Books to be hidden, as missing ones: their files were last found when the whole folder was last listed, or later, if
 * an interrupted scan added them.
 */
export async function booksAsMissing(
  reader: Reader,
  pks: readonly number[],
  { seenAt, begunAt }: { readonly seenAt: ReadonlyMap<number, number>; readonly begunAt: number },
): Promise<MissingBook[]> {
  const books: MissingBook[] = []
  for (const part of partsOf(pks)) {
    const rows = await missing(reader).where('pk', 'in', part).execute()
    for (const row of rows) {
      const seen = seenAt.get(row.folder_pk) ?? 0
      books.push(missingBook(row, row.created_at > seen ? begunAt : seen))
    }
  }
  return books
}

/** Live books with the content or page hash of one of these; except the queried ones themselves. */
export async function booksLike(reader: Reader, books: readonly MissingBook[]): Promise<(FoundBook & Placed)[]> {
  const asked = new Set(books.map(({ pk }) => pk))
  const found = new Map<number, FoundBook & Placed>()
  for (const column of ['file_hash', 'pages_hash'] as const) {
    const hashes = books.map(book => (column === 'file_hash' ? book.fileHash : book.pagesHash))
    for (const part of partsOf([...new Set(hashes.filter(hash => hash !== null && hash !== ''))])) {
      const rows = await reader.query
        .selectFrom('books')
        .select(['pk', 'library_pk', 'file_name', 'file_hash', 'pages_hash', 'created_at'])
        .where(column, 'in', part as string[])
        .where(live)
        .execute()
      for (const row of rows) {
        if (asked.has(row.pk)) continue
        const { pk, library_pk: libraryPk, file_name: fileName, file_hash: fileHash, pages_hash: pagesHash } = row
        found.set(pk, { pk, libraryPk, fileName, fileHash, pagesHash, listedAt: row.created_at })
      }
    }
  }
  return [...found.values()]
}

interface Placed {
  readonly libraryPk: number
}

/** The keys of the live books at paths of a folder. */
export async function booksAt(
  reader: Reader,
  folderPk: number,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const keys = new Map<string, number>()
  for (const part of partsOf(paths)) {
    const rows = await reader.query
      .selectFrom('books')
      .select(['pk', 'path'])
      .where('folder_pk', '=', folderPk)
      .where('path', 'in', part)
      .where(
        pathStart(sql.ref('path')),
        'in',
        part.map(path => pathStart(sql`cast(${path} as text)`)),
      )
      .where(live)
      .execute()
    for (const { pk, path } of rows) keys.set(path, pk)
  }
  return keys
}

/** The path of a folder and its former mounts; undefined if it was removed. */
export async function folderPlaces(
  reader: Reader,
  pk: number,
): Promise<{ readonly path: string; readonly mounts: string | null } | undefined> {
  return reader.query
    .selectFrom('library_folders')
    .select(['path', 'mounts'])
    .where('pk', '=', pk)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The paths of books. */
export async function placesOf(
  reader: Reader,
  pks: readonly number[],
): Promise<Map<number, { readonly folderPk: number; readonly path: string; readonly deleted: boolean }>> {
  const places = new Map<number, { folderPk: number; path: string; deleted: boolean }>()
  for (const part of partsOf(pks)) {
    const rows = await reader.query
      .selectFrom('books')
      .select(['pk', 'folder_pk', 'path', 'deleted'])
      .where('pk', 'in', part)
      .execute()
    for (const { pk, folder_pk, path, deleted } of rows) places.set(pk, { folderPk: folder_pk, path, deleted })
  }
  return places
}

/** Sample paths of live books across a folder: the first and last of many series, and of the folder. */
export async function samplePaths(reader: Reader, folderPk: number, limit: number): Promise<string[]> {
  const books = reader.query.selectFrom('books').where('folder_pk', '=', folderPk).where(live)
  const ends = await books
    .select(eb => [eb.fn.min<number>('pk').as('first'), eb.fn.max<number>('pk').as('last')])
    .groupBy('series_pk')
    .limit(limit)
    .execute()
  if (ends.length === 0) return []
  const rows = [
    ...(await books
      .select('path')
      .where(
        'pk',
        'in',
        ends.flatMap(({ first, last }) => [first, last]),
      )
      .execute()),
    ...(await books.select('path').orderBy('pk').limit(limit).execute()),
    ...(await books.select('path').orderBy('pk', 'desc').limit(limit).execute()),
  ]
  return [...new Set(rows.map(row => row.path))]
}

/** Sizes of the books of all libraries; empty if there is only one library. */
export async function sizesElsewhere(reader: Reader, libraryPk: number): Promise<ReadonlySet<number>> {
  const { query } = reader
  const other = await query
    .selectFrom('libraries')
    .select('pk')
    .where('pk', '<>', libraryPk)
    .limit(1)
    .executeTakeFirst()
  if (!other) return new Set()
  const sizes = query.selectFrom('books').select('file_size').distinct()
  const rows = [...(await sizes.where(live).execute()), ...(await sizes.where(hidden).execute())]
  return new Set(rows.map(row => row.file_size))
}

/** A book of another library that may have moved here. */
export interface BookElsewhere extends Placed {
  readonly pk: number
  readonly folderPk: number
  readonly path: string
  readonly fileName: string
  readonly fileHash: string
  readonly size: number
  readonly deleted: boolean
}

/** Analysed books of other libraries with one of these sizes; hidden ones first, then by age. */
export async function booksOfSize(
  reader: Reader,
  libraryPk: number,
  sizes: readonly number[],
): Promise<BookElsewhere[]> {
  const books: BookElsewhere[] = []
  for (const part of partsOf(sizes)) {
    for (const state of [hidden, live]) {
      const rows = await reader.query
        .selectFrom('books')
        .select(['pk', 'library_pk', 'folder_pk', 'path', 'file_name', 'file_hash', 'file_size', 'deleted'])
        .where('file_size', 'in', part)
        .where(state)
        .where('library_pk', '<>', libraryPk)
        .where('file_hash', '<>', '')
        .where('merged_into_pk', 'is', null)
        .execute()
      for (const { pk, library_pk, folder_pk: folderPk, path, file_name, file_hash, file_size, deleted } of rows) {
        const names = { path, fileName: file_name, fileHash: file_hash }
        books.push({ pk, libraryPk: library_pk, folderPk, ...names, size: file_size, deleted })
      }
    }
  }
  return books.toSorted((a, b) => Number(b.deleted) - Number(a.deleted) || a.pk - b.pk)
}

function missing({ query }: Reader) {
  return query
    .selectFrom('books')
    .select(['pk', 'library_pk', 'folder_pk', 'file_name', 'file_hash', 'pages_hash', 'last_seen_at'])
    .select(['deleted_at', 'created_at'])
    .where('file_hash', '<>', '')
    .where('merged_into_pk', 'is', null)
}

function hiddenBook(row: Parameters<typeof missingBook>[0] & Times): MissingBook {
  return { ...missingBook(row, row.last_seen_at ?? row.deleted_at ?? 0), isHidden: true }
}

interface Times {
  readonly last_seen_at: number | null
  readonly deleted_at: number | null
}

function missingBook(
  row: { pk: number; library_pk: number; file_name: string; file_hash: string; pages_hash: string | null },
  seenAt: number,
): MissingBook {
  const { pk, library_pk: libraryPk, file_name: fileName, file_hash: fileHash, pages_hash: pagesHash } = row
  return { pk, libraryPk, fileName, fileHash, pagesHash, seenAt, isHidden: false }
}

function* partsOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += PART) yield items.slice(at, at + PART)
}
