import { type Compilable, type SelectExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Schema } from '../../../db/schema'
import { bookJson, progressJson } from './book.json'

/** A book with its series, library and the viewer's progress. */
export interface BookRow {
  readonly pk: number
  readonly id: string
  readonly library_id: string
  readonly library_name: string
  readonly default_reading_direction: string
  readonly series_id: string
  readonly series_title: string
  readonly series_reading_direction: string | null
  readonly path: string
  readonly file_name: string
  readonly file_format: string
  readonly file_size: number
  readonly file_hash: string
  readonly reader_sync_hash: string | null
  readonly page_count: number
  readonly title: string
  readonly title_sort: string | null
  readonly number: number | null
  readonly volume: number | null
  readonly chapter: number | null
  readonly summary: string | null
  readonly analyzed: boolean
  readonly analysis_error: string | null
  readonly deleted: boolean
  readonly thumb_hash: string | null
  readonly cover_version: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly progress_id: string | null
  readonly progress_page: number | null
  readonly progress_percentage: number | null
  readonly progress_completed: boolean | null
  readonly progress_started_at: number | null
  readonly progress_updated_at: number | null
  readonly progress_completed_at: number | null
}

const BOOK_COLUMNS = [
  'books.pk',
  'books.id',
  'libraries.id as library_id',
  'libraries.name as library_name',
  'libraries.default_reading_direction',
  'series.id as series_id',
  'series.title as series_title',
  'series.reading_direction as series_reading_direction',
  'books.path',
  'books.file_name',
  'books.file_format',
  'books.file_size',
  'books.file_hash',
  'books.reader_sync_hash',
  'books.page_count',
  'books.title',
  'books.title_sort',
  'books.number',
  'books.volume',
  'books.chapter',
  'books.summary',
  'books.analyzed',
  'books.analysis_error',
  'books.deleted',
  'books.thumb_hash',
  'books.cover_version',
  'books.created_at',
  'books.updated_at',
] as const

const PROGRESS_COLUMNS = [
  'read_progress.id as progress_id',
  'read_progress.current_page as progress_page',
  'read_progress.percentage as progress_percentage',
  'read_progress.completed as progress_completed',
  'read_progress.started_at as progress_started_at',
  'read_progress.updated_at as progress_updated_at',
  'read_progress.completed_at as progress_completed_at',
] as const

/** A book as text, with its key. */
export interface BookJsonRow {
  readonly pk: number
  readonly book: string
  readonly progress: string | null
}

/** What a query of books brings back of each. */
export interface BookShape<Row> {
  /** Part of the key of a kept statement. */
  readonly name: string
  /** The selection; the query must have books, series, libraries, library_folders and read_progress joined. */
  readonly columns: (dialect: Reader['dialect'], userId: string) => Columns
  /**
   * The same in two parts, for rows that are kept: what everybody sees, with null in the place of what is the viewer's own,
   * and the latter, of books that the viewer has opened.
   */
  readonly parts?: {
    readonly shared: (dialect: Reader['dialect']) => Columns
    readonly own: (dialect: Reader['dialect'], userId: string) => Columns
  }
  /** True: asks for nothing but what the viewer has read. */
  readonly isOwn?: boolean
  /** Only tells the type. */
  readonly row?: Row
}

type Columns = readonly SelectExpression<Schema, keyof Schema>[]

/** Columns for our own use. */
export const BOOK_ROW: BookShape<BookRow> = {
  name: 'row',
  columns: () => [...BOOK_COLUMNS, ...PROGRESS_COLUMNS],
  parts: {
    shared: () => [...BOOK_COLUMNS, ...PROGRESS_COLUMNS.map(column => sql`null`.as(column.split(' as ')[1] ?? column))],
    own: () => PROGRESS_COLUMNS,
  },
}

/** The key of a book alone. */
export const BOOK_KEY: BookShape<{ readonly pk: number }> = { name: 'key', columns: () => ['books.pk'] }

/** A book of any shape that has its key. */
export interface KeyedBook {
  readonly pk: number
}

/** Where a book stands, and nothing else. */
export const BOOK_PLACE: BookShape<BookPlace> = {
  name: 'place',
  columns: () => [
    'books.pk',
    'books.id',
    'books.series_pk',
    'books.library_pk',
    'series.id as series_id',
    'libraries.id as library_id',
    'books.analyzed',
  ],
}

/** A book's keys and ids, and whether its file was read. */
export interface BookPlace {
  readonly pk: number
  readonly id: string
  readonly series_pk: number
  readonly library_pk: number
  readonly series_id: string
  readonly library_id: string
  readonly analyzed: boolean
}

/** The contract's text, written by the database. */
export const BOOK_JSON: BookShape<BookJsonRow> = {
  name: 'json',
  columns: (dialect, userId) => [
    'books.pk',
    bookJson(dialect).as('book'),
    progressJson(dialect, userId).as('progress'),
  ],
  parts: {
    shared: dialect => ['books.pk', bookJson(dialect).as('book'), sql<string | null>`null`.as('progress')],
    own: (dialect, userId) => [progressJson(dialect, userId).as('progress')],
  },
}

/** The last step of a query of books: what it brings back of each. `userId` is the viewer's. */
export function selectShape<Row>(
  query: SelectQueryBuilder<never, never, unknown>,
  shape: BookShape<Row>,
  dialect: Reader['dialect'],
  userId: string,
): Compilable<Row> {
  return query.select(shape.columns(dialect, userId) as never) as unknown as Compilable<Row>
}

/** Books joined with all that a shape needs; `userPk` is whose progress. */
export function booksWithContext(query: Reader['query'], userPk: number) {
  return query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .innerJoin('library_folders', 'library_folders.pk', 'books.folder_pk')
    .leftJoin('read_progress', join =>
      join.onRef('read_progress.book_pk', '=', 'books.pk').on('read_progress.user_pk', '=', userPk),
    )
}
