import { BOOK_FIELD_REGISTRY } from './book-fields'
import { answers, ordered, rowAnswers } from './field-schemas'
import { FileFacts } from './file-facts'
import { BOOK_FORMATS, PROBLEM_REASONS } from './formats'
import { Int32, Int64, nullable, numeral, Timestamp, Uuid } from './ids'
import { BOOK_AUTHOR_ROLES, BOOK_TYPES } from './metadata-words'
import { FullQuery, PageQuery, paginated, SortQuery } from './paging'
import { ReadProgressResponse } from './progress'
import { json, route } from './route'
import * as z from './zod'

export const BookDto = z
  .object({
    id: Uuid,
    libraryId: Uuid,
    libraryName: z.string(),
    seriesId: Uuid,
    seriesName: z.string(),
    title: z.string(),
    authors: nullable(
      z.string().meta({
        description:
          'The first three, in one line; only in libraries with a folder for each author, and for novels outside a series',
      }),
    ),
    ...ordered({ ...rowAnswers(BOOK_FIELD_REGISTRY), number: nullable(Int32) }, ['titleSort', 'number']),
    /** Absolute for people who manage libraries, otherwise relative to the library's folder. */
    path: z.string(),
    fileFormat: z.enum(BOOK_FORMATS),
    fileSize: Int64,
    fileHash: z.string(),
    readerSyncHash: nullable(z.string()),
    pageCount: Int32,
    readingDirection: nullable(z.string().meta({ description: 'ltr, rtl, ttb or webtoon' })),
    analyzed: z.boolean(),
    analysisError: nullable(z.string()),
    fileProblem: nullable(
      z.enum(PROBLEM_REASONS).meta({ description: 'Reason of analysisError, if it concerns the file as a whole' }),
    ),
    deleted: z.boolean(),
    readProgress: ReadProgressResponse.optional(),
    wantToRead: nullable(z.boolean()),
    thumbHash: nullable(
      z.string().meta({ description: 'ThumbHash of the cover in base64: a placeholder while it loads' }),
    ),
    mainColor: nullable(z.string().meta({ description: 'Main colour of the cover, #rrggbb' })),
    coverVersion: nullable(
      z.string().meta({ description: 'Changes with the cover; append it to the thumbnail address' }),
    ),
    drawnCover: z.string().optional().meta({
      description: 'Names the cover that is drawn when there is no image; append it to the thumbnail address',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'BookDto' })
export type BookDto = z.infer<typeof BookDto>

export const BookAuthorRole = z.enum(BOOK_AUTHOR_ROLES).meta({ id: 'BookAuthorRole' })
export type BookAuthorRole = z.infer<typeof BookAuthorRole>

export const BookAuthorDto = z
  .object({ name: z.string(), role: BookAuthorRole, sortName: nullable(z.string()) })
  .meta({ id: 'BookAuthorDto' })
export type BookAuthorDto = z.infer<typeof BookAuthorDto>

export const BookAwardDto = z
  .object({ name: z.string(), category: nullable(z.string()), won: z.boolean(), year: nullable(Int32) })
  .meta({ id: 'BookAwardDto' })

export const BookTypeDto = z.enum(BOOK_TYPES).meta({ id: 'BookTypeDto' })

const { titleSort: _titleSort, ...bookValues } = answers(BOOK_FIELD_REGISTRY)
/** Values of a book that people edit and that are stored as entered; they are part of its metadata. */
export const BookValues = bookValues

export const BookMetadataDto = z
  .object({
    id: Uuid,
    bookId: Uuid,
    title: nullable(z.string()),
    series: nullable(z.string()),
    ...ordered(
      {
        ...BookValues,
        number: nullable(z.string()),
        genre: nullable(z.string()),
        releaseDate: nullable(Timestamp),
        pageCount: nullable(Int32),
        isbns: nullable(z.string()),
        authors: nullable(z.array(BookAuthorDto)),
        subjects: nullable(z.array(z.string())),
        translator: nullable(z.string()),
        bookType: BookTypeDto.optional(),
      },
      [
        ...(['number', 'volume', 'chapter', 'count', 'summary', 'publisher', 'imprint', 'genre'] as const),
        ...(['languageIso', 'formatDetail', 'blackAndWhite', 'manga', 'year', 'month', 'day'] as const),
        ...(['releaseDate', 'pageCount', 'isbns', 'authors', 'subjects', 'subtitle', 'edition'] as const),
        ...(['originalTitle', 'originalYear', 'translator', 'seriesPosition', 'seriesTotal', 'bookType'] as const),
      ],
    ),
    awards: nullable(z.array(BookAwardDto)),
    customMetadata: nullable(z.record(z.string(), z.unknown())),
    ...FileFacts,
    writers: z.array(z.string()),
    pencillers: z.array(z.string()),
    inkers: z.array(z.string()),
    colorists: z.array(z.string()),
    letterers: z.array(z.string()),
    coverArtists: z.array(z.string()),
    editors: z.array(z.string()),
  })
  .meta({ id: 'BookMetadataDto' })
export type BookMetadataDto = z.infer<typeof BookMetadataDto>

export const BookDetailResponse = z
  .object({ book: BookDto, metadata: BookMetadataDto.optional() })
  .meta({ id: 'BookDetailResponse' })
export type BookDetailResponse = z.infer<typeof BookDetailResponse>

export const AdjacentBooksResponse = z
  .object({ prev: BookDto.optional(), next: BookDto.optional() })
  .meta({ id: 'AdjacentBooksResponse' })
export type AdjacentBooksResponse = z.infer<typeof AdjacentBooksResponse>

/** A tree of `allOf`, `anyOf` and one-field objects; the list validates its fields and operators. */
export const BookCondition = z.record(z.string(), z.unknown()).meta({ id: 'BookCondition' })

export const BookListRequest = z
  .object({
    condition: BookCondition.nullable().optional(),
    fullTextSearch: nullable(z.string().max(500)),
    includeDeleted: z.boolean().optional(),
  })
  .meta({ id: 'BookListRequest' })
export type BookListRequest = z.infer<typeof BookListRequest>

export const BookPage = json(paginated('BookDto', BookDto))
const BookParams = z.object({ book_id: Uuid })
export const LibraryParams = z.object({ library_id: Uuid })
export const ListQuery = PageQuery.extend(SortQuery.shape).extend(FullQuery.shape)
const ScopedQuery = ListQuery.extend({ libraryId: Uuid.optional(), seriesId: Uuid.optional() })
export const Limit = numeral(z.int().min(1).max(500)).default(50)

export const listBooks = route({
  id: 'list_books',
  method: 'get',
  path: '/api/v1/books',
  tag: 'Books',
  summary: 'Books, all or of one library or series',
  access: 'books-read',
  query: ScopedQuery,
  status: 200,
  payload: BookPage,
  also: [304],
})

export const listBooksFiltered = route({
  id: 'list_books_filtered',
  method: 'post',
  path: '/api/v1/books/list',
  tag: 'Books',
  summary: 'Books that match a condition',
  access: 'books-read',
  reads: true,
  query: ListQuery,
  body: BookListRequest,
  bodyOptional: true,
  status: 200,
  payload: BookPage,
})

export const listInProgressBooks = route({
  id: 'list_in_progress_books',
  method: 'get',
  path: '/api/v1/books/in-progress',
  tag: 'Books',
  summary: 'Books the caller has started, most recently read first',
  access: 'books-read',
  query: ScopedQuery,
  status: 200,
  payload: BookPage,
  also: [304],
})

export const listOnDeckBooks = route({
  id: 'list_on_deck_books',
  method: 'get',
  path: '/api/v1/books/on-deck',
  tag: 'Books',
  summary: 'The next unread book of each series the caller follows',
  access: 'books-read',
  query: ScopedQuery,
  status: 200,
  payload: BookPage,
  also: [304],
})

export const listRecentlyAddedBooks = route({
  id: 'list_recently_added_books',
  method: 'get',
  path: '/api/v1/books/recently-added',
  tag: 'Books',
  summary: 'Books, newest first',
  access: 'books-read',
  query: ScopedQuery,
  status: 200,
  payload: BookPage,
  also: [304],
})

export const listRecentlyReadBooks = route({
  id: 'list_recently_read_books',
  method: 'get',
  path: '/api/v1/books/recently-read',
  tag: 'Books',
  summary: 'Books the caller has opened, latest first',
  access: 'books-read',
  query: z.object({ limit: Limit, libraryId: Uuid.optional() }),
  status: 200,
  payload: json(z.array(BookDto)),
  also: [304],
})

export const listLibraryBooks = route({
  id: 'list_library_books',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/books',
  tag: 'Books',
  summary: 'Books of a library',
  access: 'books-read',
  params: LibraryParams,
  query: ListQuery,
  status: 200,
  payload: BookPage,
  also: [304],
  errors: [404],
})

export const getBook = route({
  id: 'get_book',
  method: 'get',
  path: '/api/v1/books/{book_id}',
  tag: 'Books',
  summary: 'One book with its metadata',
  access: 'books-read',
  params: BookParams,
  query: FullQuery,
  status: 200,
  payload: json(BookDetailResponse),
  also: [304],
  errors: [404],
})

export const getAdjacentBooks = route({
  id: 'get_adjacent_books',
  method: 'get',
  path: '/api/v1/books/{book_id}/adjacent',
  tag: 'Books',
  summary: 'The previous and next book in the series',
  access: 'books-read',
  params: BookParams,
  status: 200,
  payload: json(AdjacentBooksResponse),
  also: [304],
  errors: [404],
})

export const getSeriesBooks = route({
  id: 'get_series_books',
  method: 'get',
  path: '/api/v1/series/{series_id}/books',
  tag: 'Series',
  summary: 'All books of a series, in order',
  access: 'books-read',
  params: z.object({ series_id: Uuid }),
  query: FullQuery.extend({ includeDeleted: z.stringbool().default(false) }),
  status: 200,
  payload: json(z.array(BookDto)),
  also: [304],
  errors: [404],
})
