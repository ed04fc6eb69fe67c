import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { type JsonType, jsonText, runPrepared, type Tx } from '../../../db'
import type { BooksTable } from '../../../db/schema/books'
import type { FileStamp } from '../../../formats/facts'

/** Columns that are written here. */
const TYPES = {
  ...{ pk: 'bigint', id: 'text', library_pk: 'bigint', deleted: 'boolean', created_at: 'bigint' },
  ...{ folder_pk: 'bigint', series_pk: 'bigint', path: 'text', path_folded: 'text', file_name: 'text' },
  ...{ file_name_md5: 'text', file_format: 'text', file_size: 'bigint', file_modified_ms: 'bigint' },
  ...{ file_inode: 'bigint', beside_stamp: 'text', file_hash: 'text', pages_hash: 'text', reader_sync_hash: 'text' },
  ...{ page_count: 'bigint', title: 'text', title_folded: 'text', title_sort: 'text', title_sort_folded: 'text' },
  ...{ sort_key: 'text', search_text: 'text', number: 'double precision', volume: 'bigint' },
  ...{ chapter: 'double precision', summary: 'text', summary_folded: 'text', release_date: 'bigint' },
  ...{ analyzed: 'boolean', analysis_error: 'text', deleted_at: 'bigint', thumb_hash: 'text', main_color: 'text' },
  ...{ cover_version: 'text', locks: 'bigint', updated_at: 'bigint' },
} as const satisfies { readonly [Name in keyof BooksTable]?: JsonType }

type Column = keyof typeof TYPES

/** The key of a book and its new values. All books of one call have the same columns. */
export type BookUpdate = { readonly pk: number } & { readonly [Name in Column]?: Selectable<BooksTable>[Name] | null }

export function stampColumns({ size, modifiedMs, inode }: FileStamp) {
  return { file_size: size, file_modified_ms: modifiedMs, file_inode: inode }
}

interface UpdateOptions {
  /** Which of the books are written; `v` has the new values. */
  readonly only?: RawBuilder<SqlBool>
  /** What a column becomes, if not its new value. */
  readonly set?: { readonly [Name in keyof BooksTable]?: RawBuilder<unknown> }
}

export interface WrittenBook {
  readonly pk: number
  readonly deleted: boolean
}

const isUnlocked = sql<SqlBool>`books.locks = 0`

/** Maximum number of books per statement: SQLite yields to requests only between statements. */
const MOST_BOOKS = 250

/** A book before it has a key. */
export type NewRow = { readonly [Name in Exclude<Column, 'pk'>]?: Selectable<BooksTable>[Name] | null }

/** Adds books, which have the same columns. */
export async function addBooks(tx: Tx, books: readonly NewRow[]): Promise<void> {
  await writeBooks(tx, 'added', books, (columns, rows) => {
    const names = sql.join(columns.map(column => sql.ref(column)))
    return sql`insert into books (${names}) select ${names} from ${rows} as v`
  })
}

/**
 * Sets columns of books by key, and returns the written ones. `name` identifies the statement: the same name has the
 * same `only` and `set`.
 */
export function updateBooks(
  tx: Tx,
  name: string,
  books: readonly BookUpdate[],
  { only = sql`1 = 1`, set = {} }: UpdateOptions = {},
): Promise<WrittenBook[]> {
  return writeBooks(tx, name, books, (columns, rows) => {
    const sets = { ...Object.fromEntries(columns.map(column => [column, sql.ref(`v.${column}`)])), ...set }
    const assigned = sql.join(
      Object.entries(sets).flatMap(([column, value]) => (column === 'pk' ? [] : [sql`${sql.ref(column)} = ${value}`])),
    )
    return sql<WrittenBook>`update books set ${assigned} from ${rows} as v
      where books.pk = v.pk and ${only} returning books.pk, books.deleted`
  })
}

/** Runs a statement for the rows of books, which have the same columns. */
async function writeBooks<Row>(
  tx: Tx,
  name: string,
  books: readonly NewRow[],
  build: (columns: readonly Column[], rows: RawBuilder<unknown>) => RawBuilder<Row>,
): Promise<Row[]> {
  const [first] = books
  if (!first) return []
  const columns = (Object.keys(TYPES) as Column[]).filter(column => column in first)
  const types = Object.fromEntries(columns.map(column => [column, TYPES[column]]))
  const written: Row[] = []
  for (let at = 0; at < books.length; at += MOST_BOOKS) {
    const values = { books: jsonText(books.slice(at, at + MOST_BOOKS)) }
    const rows = await runPrepared(tx, `books.${name}|${columns}`, values, p =>
      build(columns, tx.dialect.jsonRows(p.books, types)),
    )
    written.push(...rows)
  }
  return written
}

/** A book's locks and locked values. */
export type LockedBook = Pick<
  Selectable<BooksTable>,
  'pk' | 'locks' | 'title' | 'title_sort' | 'number' | 'volume' | 'chapter' | 'cover_version' | 'thumb_hash'
>

/** Reads those of the books that exist, or only those with locks, and locks their rows until the transaction ends. */
async function lockBooks(tx: Tx, pks: readonly number[], which: 'any' | 'locked'): Promise<LockedBook[]> {
  if (pks.length === 0) return []
  const books = tx.query
    .selectFrom('books')
    .select(['pk', 'locks', 'title', 'title_sort', 'number', 'volume', 'chapter', 'cover_version', 'thumb_hash'])
    .where(tx.dialect.isKeyOf(sql.ref('pk'), JSON.stringify(pks)))
    .orderBy('pk')
    .modifyEnd(tx.dialect.forUpdate)
  return (which === 'any' ? books : books.where('locks', '<>', 0)).execute()
}

/** The same for one book; null if it is gone. */
export async function lockBook(tx: Tx, pk: number): Promise<LockedBook | null> {
  return (await lockBooks(tx, [pk], 'any'))[0] ?? null
}

/**
 * Like `updateBooks`, except for locked fields: first writes the books without locks; then tries the rest again, with
 * the values that `valuesOf` makes of a book and its locks. `which` says what of the rest: where most books do not
 * change, only those with locks.
 */
export async function updateUnlocked<Book extends { readonly pk: number }>(
  tx: Tx,
  name: string,
  books: readonly Book[],
  valuesOf: (book: Book, locked?: LockedBook) => BookUpdate,
  { only = sql`1 = 1`, set = {} }: UpdateOptions,
  which: 'any' | 'locked' = 'any',
): Promise<(WrittenBook & { readonly locks: number })[]> {
  const all = books.map(book => valuesOf(book))
  const written = await updateBooks(tx, `${name}|unlocked`, all, { only: sql`${isUnlocked} and ${only}`, set })
  const done = new Set(written.map(({ pk }) => pk))
  const rest = new Map(books.filter(({ pk }) => !done.has(pk)).map(book => [book.pk, book]))
  const locked = new Map((await lockBooks(tx, [...rest.keys()], which)).map(row => [row.pk, row]))
  const merged = [...locked].flatMap(([pk, row]) => {
    const book = rest.get(pk)
    return book ? [valuesOf(book, row)] : []
  })
  const others = await updateBooks(tx, name, merged, { only, set })
  return [...written, ...others].map(row => ({ ...row, locks: locked.get(row.pk)?.locks ?? 0 }))
}
