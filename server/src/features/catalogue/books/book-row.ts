import { type Selectable, sql } from 'kysely'
import type { BooksTable } from '../../../db/schema/books'
import { seesFolders } from '../../../kernel/viewer'
import { columnsOf, type Entity, type RowShape } from '../../lists/engine'
import type { ItemJson } from '../items'
import { type BookJsonColumns, bookDrawnJson, bookJson, bookPeople, finishBook, ownBookJson } from './book.json'
import { BOOKS } from './book-entity'

const BOOK_COLUMNS = [
  ...(['id', 'path', 'file_name', 'file_format', 'file_size', 'file_hash', 'reader_sync_hash', 'page_count'] as const),
  ...(['title', 'title_sort', 'number', 'volume', 'chapter', 'summary', 'analyzed', 'analysis_error'] as const),
  ...(['deleted', 'thumb_hash', 'cover_version', 'created_at', 'updated_at'] as const),
] as const

/** A book with its series, library and the viewer's progress. */
export interface BookRow extends Readonly<Pick<Selectable<BooksTable>, (typeof BOOK_COLUMNS)[number]>> {
  readonly pk: number
  readonly library_id: string
  readonly library_name: string
  readonly default_reading_direction: string
  readonly series_id: string
  readonly series_title: string
  readonly series_reading_direction: string | null
  readonly progress_page: number | null
  readonly progress_percentage: number | null
  readonly progress_completed: boolean | null
  readonly progress_started_at: number | null
  readonly progress_updated_at: number | null
  readonly progress_completed_at: number | null
}

const PARENTS = sql`inner join series on series.pk = books.series_pk
  inner join libraries on libraries.pk = books.library_pk`

/** Columns for internal use. */
export const BOOK_ROW: RowShape<BookRow> = {
  entity: BOOKS,
  name: 'row',
  joins: PARENTS,
  shared: () => ({
    ...columnsOf('books', BOOK_COLUMNS),
    ...columnsOf('libraries', ['default_reading_direction']),
    library_id: sql`libraries.id`,
    library_name: sql`libraries.name`,
    series_id: sql`series.id`,
    series_title: sql`series.title`,
    series_reading_direction: sql`series.reading_direction`,
  }),
  own: () => ({
    progress_page: sql`read_progress.current_page`,
    progress_percentage: sql`read_progress.percentage`,
    progress_completed: sql`read_progress.completed`,
    progress_started_at: sql`read_progress.started_at`,
    progress_updated_at: sql`read_progress.updated_at`,
    progress_completed_at: sql`read_progress.completed_at`,
  }),
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

export const BOOK_PLACE: RowShape<BookPlace> = {
  entity: BOOKS,
  name: 'place',
  joins: PARENTS,
  shared: () => ({
    ...columnsOf('books', ['id', 'series_pk', 'library_pk', 'analyzed']),
    series_id: sql`series.id`,
    library_id: sql`libraries.id`,
  }),
}

/** The contract's JSON. People who do not manage libraries get the path below the library's folder. */
export const BOOK_JSON: RowShape<ItemJson, Entity, BookJsonColumns> = {
  entity: BOOKS,
  name: 'json',
  variant: seesFolders,
  finish: finishBook,
  joins: sql`${PARENTS} inner join library_folders on library_folders.pk = books.folder_pk`,
  shared: (dialect, isFull) => ({
    text: bookJson(dialect, isFull),
    drawn: bookDrawnJson(dialect),
    people: bookPeople(),
  }),
  own: (dialect, user) => ({ own: ownBookJson(dialect, user) }),
}
