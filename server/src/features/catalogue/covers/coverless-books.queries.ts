import { type SqlBool, sql } from 'kysely'
import { pagesByKey, type Reader, valueList } from '../../../db'
import { BOOK_LOCKS, isLocked } from '../../../kernel/field-locks'
import type { CoverlessBook } from './cover-work.types'

/** Rows read at once. */
const PAGE = 200

/** Live, analysed books: the named ones, else of the series, else of the libraries, else all. */
export interface CoverScope {
  readonly bookIds?: readonly string[] | undefined
  readonly seriesIds?: readonly string[] | undefined
  readonly libraryIds?: readonly string[] | undefined
  /** Only the book that provides the cover of each series. */
  readonly ofSeries?: boolean | undefined
  /** Only those without a cover. */
  readonly missing?: boolean | undefined
  /** Only those whose cover failed and whose error is not ignored; `only`: those without any other error. */
  readonly withErrors?: 'only' | 'any' | undefined
}

/** The books by key, read in pages on demand. */
export async function* coverBooks(reader: Reader, scope: CoverScope): AsyncGenerator<CoverlessBook, void, void> {
  const pages = pagesByKey(PAGE, after =>
    reader.query
      .selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
      .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
      .leftJoin('book_errors', join =>
        join.onRef('book_errors.book_pk', '=', 'books.pk').on('book_errors.error_type', '=', 'thumbnail'),
      )
      .select([
        'books.pk',
        'books.id',
        'books.series_pk',
        'series.id as series_id',
        'books.library_pk',
        'libraries.id as library_id',
        'library_folders.path as folder_path',
        'books.path',
        'books.file_size',
        'books.file_modified_ms',
        'books.cover_version',
        'books.thumb_hash',
        'books.locks',
        'book_errors.reason',
      ])
      .where('books.pk', '>', after)
      .where(inScope(reader, scope))
      .orderBy('books.pk')
      .limit(PAGE)
      .execute(),
  )
  for await (const books of pages) {
    for (const { reason, locks, ...book } of books) {
      yield { ...book, hasError: reason !== null, isLocked: isLocked(BOOK_LOCKS, locks, 'cover') }
    }
  }
}

export async function countCoverBooks(reader: Reader, scope: CoverScope): Promise<number> {
  const { count } = await reader.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(inScope(reader, scope))
    .executeTakeFirstOrThrow()
  return count
}

function inScope(reader: Reader, { bookIds, seriesIds, libraryIds, ofSeries, missing, withErrors }: CoverScope) {
  const parts = [sql<SqlBool>`not books.deleted and books.analyzed`]
  if (missing) parts.push(sql<SqlBool>`books.cover_version is null`)
  if (bookIds) parts.push(sql<SqlBool>`books.id in ${valueList(bookIds)}`)
  if (seriesIds) parts.push(sql<SqlBool>`series.id in ${valueList(seriesIds)}`)
  if (libraryIds) {
    parts.push(sql<SqlBool>`books.library_pk in (select pk from libraries where id in ${valueList(libraryIds)})`)
  }
  if (ofSeries) parts.push(standsForSeries(reader))
  if (withErrors) {
    parts.push(sql<SqlBool>`books.pk in (select book_errors.book_pk from book_errors
      where book_errors.error_type = 'thumbnail' and book_errors.ignored_at is null)`)
  }
  if (withErrors === 'only') {
    parts.push(sql<SqlBool>`books.pk not in (select book_errors.book_pk from book_errors
      where book_errors.error_type <> 'thumbnail' and book_errors.ignored_at is null)`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** The book whose cover the series shows, if it shows a book's; the first one if no book has a cover. */
function standsForSeries({ dialect }: Reader) {
  return sql<SqlBool>`series.cover_version is null and books.pk = coalesce(series.cover_book_pk, (
    select first.pk from books as first where first.series_pk = series.pk and not first.deleted and first.analyzed
    order by first.number ${dialect.nullsOrder('asc')}, first.sort_key, first.pk limit 1))`
}
