import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { pagesByKey, type Reader, valueList } from '../../../db'
import { bookStore } from '../../catalogue/books'
import type { WaitingBook } from './analysis.types'

/** Rows read at once. */
const PAGE = 200

/** Live books of a place, or all, that need to be read. */
export interface BookScope {
  readonly libraryPk?: number | undefined
  readonly libraryIds?: readonly string[] | undefined
  readonly seriesIds?: readonly string[] | undefined
  readonly bookIds?: readonly string[] | undefined
  /** An additional condition on `books`. */
  readonly among?: RawBuilder<SqlBool> | undefined
  readonly which: Which
  /** Keys of further books to read, regardless of `which`. */
  readonly also?: readonly number[]
}

/**
 * `unread`: not read yet; one that failed counts only if the file system failed. `unanalyzed`: pages cannot be shown.
 * `withErrors`: has an unignored error other than of its cover; with a type, one of that type.
 */
export type Which = 'all' | 'unread' | 'unanalyzed' | { readonly withErrors: string | null }

/** The books by key, read in pages on demand. */
export async function* waitingBooks(reader: Reader, scope: BookScope): AsyncGenerator<WaitingBook, void, void> {
  const pages = pagesByKey(PAGE, after =>
    reader.query
      .selectFrom('books')
      .innerJoin('series', 'series.pk', 'books.series_pk')
      .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
      .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
      .select([
        'books.pk',
        'books.id',
        'books.series_pk',
        'books.folder_pk',
        'series.id as series_id',
        'libraries.id as library_id',
        'libraries.metadata_sources',
        'library_folders.path as folder_path',
        'books.path',
        'books.file_name',
        'books.library_pk',
        'series.path as series_path',
        'series.title as series_title',
        'series.title_locked as series_title_locked',
        'series.book_count as series_books',
        'books.number',
        'books.analyzed',
        'books.cover_version',
        'books.thumb_hash',
        'books.locks',
        'books.series_chosen',
        detailsOf('page_extraction').as('page_details'),
        detailsOf('pdf_rendering').as('pdf_details'),
      ])
      .where('books.pk', '>', after)
      .where(inScope(reader.dialect, scope))
      .orderBy('books.pk')
      .limit(PAGE)
      .execute(),
  )
  for await (const books of pages) {
    const editions = await bookStore.withOtherEditions(reader, books)
    for (const book of books) yield { ...book, hasOtherEdition: editions.has(book.pk) }
  }
}

export async function countWaitingBooks(reader: Reader, scope: BookScope): Promise<number> {
  const { count } = await reader.query
    .selectFrom('books')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(inScope(reader.dialect, scope))
    .executeTakeFirstOrThrow()
  return count
}

function detailsOf(errorType: string) {
  return sql<string | null>`(select book_errors.details from book_errors
    where book_errors.book_pk = books.pk and book_errors.error_type = ${errorType})`
}

function inScope(
  dialect: Reader['dialect'],
  { libraryPk, libraryIds, seriesIds, bookIds, among, which, also = [] }: BookScope,
) {
  const parts = [sql<SqlBool>`not books.deleted`]
  if (libraryPk !== undefined) parts.push(sql<SqlBool>`books.library_pk = ${libraryPk}`)
  if (libraryIds) {
    parts.push(sql<SqlBool>`books.library_pk in (select pk from libraries where id in ${valueList(libraryIds)})`)
  }
  if (seriesIds)
    parts.push(sql<SqlBool>`books.series_pk in (select pk from series where id in ${valueList(seriesIds)})`)
  if (bookIds) parts.push(sql<SqlBool>`books.id in ${valueList(bookIds)}`)
  if (among) parts.push(among)
  const asked = askedFor(which)
  if (asked && also.length === 0) parts.push(asked)
  if (asked && also.length > 0) {
    const keys = dialect.jsonRows<{ pk: number }>(JSON.stringify(also.map(pk => ({ pk }))), { pk: 'bigint' })
    parts.push(sql<SqlBool>`(${asked} or books.pk in (select pk from ${keys} as also))`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

function askedFor(which: Which): RawBuilder<SqlBool> | null {
  if (which === 'all') return null
  if (which === 'unread') return UNREAD
  return which === 'unanalyzed' ? sql<SqlBool>`not books.analyzed` : withErrors(which.withErrors)
}

const UNREAD = sql<SqlBool>`not books.analyzed and (books.analysis_error is null or exists (
  select 1 from book_errors where book_errors.book_pk = books.pk and book_errors.reason = 'unreadable'))`

function withErrors(errorType: string | null) {
  const kind =
    errorType === null ? sql`book_errors.error_type <> 'thumbnail'` : sql`book_errors.error_type = ${errorType}`
  return sql<SqlBool>`books.pk in (select book_errors.book_pk from book_errors
    where book_errors.ignored_at is null and ${kind})`
}
