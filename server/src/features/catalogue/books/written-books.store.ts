import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { insertRows, type Tx, updateRows } from '../../../db'
import type { BooksTable } from '../../../db/schema/books'
import type { FileStamp } from '../../../formats/facts'

/** The key of a book and its new values. All books of one call have the same columns. */
export type BookUpdate = { readonly pk: number } & NewRow
/** A book before it has a key. */
export type NewRow = { readonly [Name in Exclude<keyof BooksTable, 'pk'>]?: Selectable<BooksTable>[Name] | null }

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

/** Adds books, which have the same columns. */
export const addBooks = (tx: Tx, books: readonly NewRow[]): Promise<void> => insertRows(tx, 'books', books)

/**
 * Sets columns of books by key, and returns the written ones. `name` identifies the statement: the same name has the
 * same `only` and `set`.
 */
export function updateBooks(
  tx: Tx,
  name: string,
  books: readonly BookUpdate[],
  { only, set }: UpdateOptions = {},
): Promise<WrittenBook[]> {
  return updateRows(tx, 'books', name, books, { only, set, returning: ['pk', 'deleted'] })
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
