import type { BookFormat } from '@octavo/contract/formats'
import { type SqlBool, sql } from 'kysely'
import { type Tx, writeRows, writeShape } from '../../../db'
import type { FileStamp } from '../../../formats/facts'
import { fileNameMd5 } from '../../../formats/hashes'
import { bookLockBit } from '../../../kernel/field-locks'
import { newId } from '../../../kernel/ids'
import { mainColorOf } from '../../../kernel/main-color'
import { foldedOrNull } from '../../../kernel/text'
import type { BookNames } from './locked-names'

export { type Analysis, saveAnalyses, setUnsaved } from './analyzed-books.store'
export { booksWithErrors, ignoreBookErrors, recordBookError, saveBookErrors, setBookError } from './book-errors.store'
export { saveCheckErrors } from './check-errors.store'
export { setCoverChoice } from './cover-choice.store'
export {
  type DeletedBook,
  deleteBooksOfLibrary,
  type HiddenBooks,
  type PurgedBook,
  purgeHidden,
} from './deleted-books.store'
export { setEdited } from './edited-books.store'
export { type Heir, inherit, moveHiddenBooks } from './identity.store'
export { lockBook } from './locked-books.store'
export { type BookNames, withLockedNames } from './locked-names'
export { setFromMetadata } from './metadata-columns.store'
export { freePaths, type MovedBook, moveBooks } from './moved-books.store'
export { publishBookCover, publishBookEvent, publishBookEvents } from './publish-book-events'
export { chooseSeries, hideMerged, showMerged } from './regrouped-books.store'
export { type RenamedBook, renameBooks } from './renamed-books.store'
export { setRewritten } from './rewritten-books.store'

export interface NewBook {
  /** One is made when it is left out. */
  readonly id?: string
  readonly libraryPk: number
  readonly folderPk: number
  readonly seriesPk: number
  /** Below its folder. */
  readonly path: string
  readonly fileName: string
  readonly format: BookFormat
  readonly stamp: FileStamp
  /** Changes with its sidecar files. */
  readonly sidecars?: string | null
  readonly names: BookNames
}

/** Lists books before they are analysed. */
export async function insertBooks(tx: Tx, books: readonly NewBook[], now: number): Promise<void> {
  const rows = books.map(book => newRow(book, now))
  const [first] = rows
  if (!first) return
  const perStatement = Math.floor(tx.dialect.maxParameters / Object.keys(first).length)
  for (let at = 0; at < rows.length; at += perStatement) {
    const part = rows.slice(at, at + perStatement)
    await tx.run(insertSql(tx, part), part.flatMap(Object.values))
  }
}

type NewRow = ReturnType<typeof newRow>

function newRow(book: NewBook, now: number) {
  const { id, libraryPk, folderPk, seriesPk, path, fileName, format, stamp, sidecars = null, names } = book
  return {
    id: id ?? newId(),
    library_pk: libraryPk,
    folder_pk: folderPk,
    series_pk: seriesPk,
    path,
    file_name: fileName,
    file_name_md5: fileNameMd5(fileName),
    file_format: format as string,
    file_size: stamp.size,
    file_modified_ms: stamp.modifiedMs,
    file_inode: stamp.inode,
    beside_stamp: sidecars,
    file_hash: '',
    page_count: 0,
    title: names.title,
    sort_key: names.sortKey,
    search_text: names.searchText,
    title_folded: foldedOrNull(names.title),
    path_folded: foldedOrNull(path),
    number: names.number,
    volume: names.volume,
    chapter: names.chapter,
    analyzed: false,
    deleted: false,
    created_at: now,
    updated_at: now,
  }
}

const insertSqls = new Map<string, string>()

/** Building a statement of 250 rows costs more than running it; nearly all batches have the same size. */
function insertSql(tx: Tx, rows: readonly NewRow[]): string {
  const key = `${tx.dialect.kind} ${rows.length}`
  let sql = insertSqls.get(key)
  if (!sql) {
    if (insertSqls.size >= 100) insertSqls.clear()
    sql = tx.query
      .insertInto('books')
      .values([...rows])
      .compile().sql
    insertSqls.set(key, sql)
  }
  return sql
}

/** Which cover a book has, by the version of it; null for none. A locked one stays. */
export function saveCover(
  tx: Tx,
  bookPk: number,
  cover: { readonly version: string | null; readonly thumbHash: string | null },
  now: number,
): Promise<void> {
  return writeShape(tx, 'books.cover', { bookPk, ...cover, mainColor: mainColorOf(cover.thumbHash), now }, (query, p) =>
    query
      .updateTable('books')
      .set({ cover_version: p.version, thumb_hash: p.thumbHash, main_color: p.mainColor, updated_at: p.now })
      .where('pk', '=', p.bookPk)
      .where(sql<SqlBool>`(locks & ${sql.lit(bookLockBit('cover'))}) = 0`),
  )
}

/** Notes that the files of books are other ones now: they wait for analysis, and their page indexes are void. */
export async function markChanged(tx: Tx, bookPks: readonly number[]): Promise<void> {
  for (const pk of bookPks) {
    await writeShape(tx, 'books.changed', { pk, analyzed: false, error: null as string | null }, (query, p) =>
      query.updateTable('books').set({ analyzed: p.analyzed, analysis_error: p.error }).where('pk', '=', p.pk),
    )
  }
}

/** Notes that a file has the same content under other times or another inode. */
export function setStamp(tx: Tx, pk: number, stamp: FileStamp): Promise<void> {
  return writeShape(tx, 'books.stamp', { pk, ...stamp }, (query, p) =>
    query
      .updateTable('books')
      .set({ file_size: p.size, file_modified_ms: p.modifiedMs, file_inode: p.inode })
      .where('pk', '=', p.pk),
  )
}

/** Stores the stamps of the sidecar files with which books were read. */
export function setSidecarStamps(
  tx: Tx,
  books: readonly { readonly pk: number; readonly sidecars: string | null }[],
): Promise<void> {
  return writeShape(tx, 'books.sidecars', { books: JSON.stringify(books) }, (query, p) =>
    query
      .updateTable('books')
      .from(
        tx.dialect
          .jsonRows<{ pk: number; sidecars: string | null }>(p.books, { pk: 'bigint', sidecars: 'text' })
          .as('read'),
      )
      .set(eb => ({ beside_stamp: eb.ref('read.sidecars') }))
      .whereRef('books.pk', '=', 'read.pk'),
  )
}

/** Notes the sum of a book's pages, if its file is still the one that was read for it. */
export async function setPagesHash(
  tx: Tx,
  { pk, fileHash, pagesHash }: { readonly pk: number; readonly fileHash: string; readonly pagesHash: string },
): Promise<void> {
  await tx.query
    .updateTable('books')
    .set({ pages_hash: pagesHash })
    .where('pk', '=', pk)
    .where('file_hash', '=', fileHash)
    .execute()
}

/**
 * Hides books of a library whose files are gone, or with null shows them again; `seen` is when hidden ones were last
 * found, or `listedUntil` for those that were listed after it. Answers which: those that have gone into another library meanwhile are its business.
 */
export async function setDeleted(
  tx: Tx,
  libraryPk: number,
  bookPks: readonly number[],
  {
    at,
    seen,
    listedUntil = seen,
    now,
  }: {
    readonly at: number | null
    readonly seen: number | null
    readonly listedUntil?: number | null
    readonly now: number
  },
): Promise<number[]> {
  const changed: number[] = []
  for (const pk of bookPks) {
    const values = { pk, libraryPk, deleted: at !== null, at, seen, listedUntil, now }
    const rows = await writeRows<{ pk: number }, typeof values>(tx, 'books.deleted', values, (query, p) =>
      query
        .updateTable('books')
        .set({
          deleted: p.deleted,
          deleted_at: p.at,
          last_seen_at: sql<number | null>`case when created_at > cast(${p.seen} as bigint)
            then cast(${p.listedUntil} as bigint) else cast(${p.seen} as bigint) end`,
          updated_at: p.now,
        })
        .where('pk', '=', p.pk)
        .where('library_pk', '=', p.libraryPk)
        // It is another file of the book that it was merged into.
        .where('merged_into_pk', 'is', null)
        .returning('pk'),
    )
    changed.push(...rows.map(row => row.pk))
  }
  return changed
}

/**
 * Puts a book into another series of its library; its names are set apart from it. False when the book is in another library
 * by now, or gone, and when a person has chosen its series.
 */
export async function setSeries(tx: Tx, pk: number, seriesPk: number): Promise<boolean> {
  const values = { pk, seriesPk }
  const rows = await writeRows<{ pk: number }, typeof values>(tx, 'books.series', values, (query, p) =>
    query
      .updateTable('books')
      .set({ series_pk: p.seriesPk })
      .where('pk', '=', p.pk)
      .where(sql<SqlBool>`not series_chosen`)
      .where('library_pk', '=', db => db.selectFrom('series').select('library_pk').where('series.pk', '=', p.seriesPk))
      .returning('pk'),
  )
  return rows.length > 0
}

/** Numbers books, but for those whose number a person has locked. */
export async function setNumbers(
  tx: Tx,
  numbers: readonly { readonly pk: number; readonly number: number | null }[],
): Promise<void> {
  for (const values of numbers) {
    await writeShape(tx, 'books.number', { ...values }, (query, p) =>
      query
        .updateTable('books')
        .set({ number: p.number })
        .where('pk', '=', p.pk)
        .where(sql<SqlBool>`(locks & ${sql.lit(bookLockBit('number'))}) = 0`),
    )
  }
}
