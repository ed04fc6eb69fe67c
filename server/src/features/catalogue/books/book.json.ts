import type { BookDto } from '@octavo/contract/book'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import { BOOK_VALUE_COLUMNS } from '../../../db/schema/books'
import { authorLine } from '../../../kernel/drawn-words'
import type { list } from '../../lists/engine'
import { finishItem, IS_ONE_OFF, type ItemJson, type ItemJsonColumns, isWanted } from '../items'

type Dialect = Reader['dialect']

/** The columns that the database returns. */
export interface BookJsonColumns extends ItemJsonColumns {
  /** JSON of everybody involved, in a library of books, and of a novel in no series; null elsewhere. */
  readonly people: string | null
}

/**
 * A book as the contract shows it, without the reader's progress, built by the database. The query must join series,
 * libraries and library_folders. The path is the full one for those who see folders, else below the library's folder.
 */
export function bookJson({ json }: Dialect, isFull: boolean): RawBuilder<string> {
  const members: Record<
    Exclude<keyof BookDto, 'authors' | 'drawnCover' | 'readProgress' | 'wantToRead' | keyof typeof BOOK_VALUE_COLUMNS>,
    RawBuilder<unknown>
  > = {
    id: sql`books.id`,
    libraryId: sql`libraries.id`,
    libraryName: sql`libraries.name`,
    seriesId: sql`series.id`,
    seriesName: sql`series.title`,
    path: isFull ? sql`library_folders.path || '/' || books.path` : sql`books.path`,
    title: sql`books.title`,
    // The wire has whole numbers only; 1.5 is in `chapter`, and 1 would be another book.
    number: sql`case when books.number = cast(books.number as bigint) then cast(books.number as bigint) end`,
    volume: sql`books.volume`,
    chapter: sql`books.chapter`,
    summary: sql`books.summary`,
    fileFormat: sql`books.file_format`,
    fileSize: sql`books.file_size`,
    fileHash: sql`books.file_hash`,
    readerSyncHash: sql`books.reader_sync_hash`,
    pageCount: sql`books.page_count`,
    readingDirection: sql`coalesce(series.reading_direction, libraries.default_reading_direction)`,
    analyzed: json.boolean(sql`books.analyzed`),
    analysisError: sql`books.analysis_error`,
    fileProblem: reasonOfFile,
    deleted: json.boolean(sql`books.deleted`),
    thumbHash: sql`books.thumb_hash`,
    mainColor: sql`books.main_color`,
    coverVersion: sql`books.cover_version`,
    createdAt: json.timestamp(sql`books.created_at`),
    updatedAt: json.timestamp(sql`books.updated_at`),
  }
  const values = Object.entries(BOOK_VALUE_COLUMNS).map(([name, column]) => [name, sql.ref(`books.${column}`)] as const)
  return json.text(json.object({ ...members, ...Object.fromEntries(values) }))
}

/** Text of the drawn cover of a book without a picture: its people are read only then. */
export function bookDrawnJson({ json }: Dialect): RawBuilder<string | null> {
  const words = json.object({
    title: sql`books.title`,
    series: sql`series.title`,
    authors: sql`(select authors from book_metadata where book_pk = books.pk)`,
  })
  return sql<string | null>`case when books.cover_version is null then ${json.text(words)} end`
}

/** Everybody involved, where cards show authors: in libraries whose folders are authors, and of novels in no series. */
export function bookPeople(): RawBuilder<string | null> {
  return sql<string | null>`case when libraries.series_strategy = 'calibre' or (series.book_count = 1 and ${IS_ONE_OFF})
    then (select authors from book_metadata where book_pk = books.pk) end`
}

/** The viewer's members; needs `read_progress` joined. */
export function ownBookJson({ json }: Dialect, { userPk, userId }: list.OwnUser): RawBuilder<string> {
  const members: Record<keyof ReadProgressResponse, RawBuilder<unknown>> = {
    id: sql`read_progress.id`,
    userId: sql`cast(${userId} as text)`,
    bookId: sql`books.id`,
    currentPage: sql`read_progress.current_page`,
    progressPercentage: shownPercentage,
    completed: json.boolean(sql`read_progress.completed`),
    startedAt: json.timestamp(sql`read_progress.started_at`),
    updatedAt: json.timestamp(sql`read_progress.updated_at`),
    completedAt: json.timestamp(sql`read_progress.completed_at`),
  }
  const wantToRead = json.boolean(isWanted('books', userPk))
  const opened = json.object({ wantToRead, readProgress: json.object(members) })
  return json.text(sql`case when read_progress.pk is null then ${json.object({ wantToRead })} else ${opened} end`)
}

export function finishBook(columns: BookJsonColumns): ItemJson {
  return { pk: columns.pk, text: finishItem(columns, { authors: authorLine(columns.people) }), own: null }
}

/** The reason of the shown error; null if it concerns pages, the cover or metadata. Most books have no error, and need no query. */
const reasonOfFile = sql<string | null>`case when books.analysis_error is not null then (${reasonOf('books')}) end`

function reasonOf(book: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${book}.${column}`)
  return sql`select book_errors.reason from book_errors
  where book_errors.book_pk = ${of('pk')} and book_errors.message = ${of('analysis_error')}
    and book_errors.error_type in ('parser', 'format_detection', 'zero_pages')
  order by book_errors.error_type limit 1`
}

/** Whether a book can be opened: not if it is encrypted, or has an error and no pages. `book`: the table or its alias. */
export function canBeOpened(book: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${book}.${column}`)
  return sql`(${of('analysis_error')} is null
    or (${of('page_count')} > 0 and coalesce((${reasonOf(book)}), '') <> 'encrypted'))`
}

/** EPUB: as reported by the reading app. Other formats: page divided by page count. From 0 to 1. */
const shownPercentage = sql`case
  when books.file_format = 'epub' and read_progress.percentage is not null then read_progress.percentage
  when books.page_count <= 0 then read_progress.percentage
  when read_progress.current_page >= books.page_count then 1.0
  else cast(read_progress.current_page as double precision) / books.page_count end`
