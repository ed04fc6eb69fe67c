import { KomgaBookDto, KomgaError, KomgaLibraryDto, KomgaSeriesDto, komgaPage } from './komga'
import {
  KomgaBookParams,
  KomgaBooksQuery,
  KomgaBooksSearchRequestDto,
  KomgaLibraryParams,
  KomgaParams,
  KomgaSeriesParams,
  KomgaSeriesQuery,
  KomgaSeriesSearchRequestDto,
} from './komga-query'
import { bytes, json, route } from './route'
import * as z from './zod'

const AT = '/{prefix}/api/v1'
const all = { tag: 'Komga', status: 200, errorBody: KomgaError, repeats: true, params: KomgaParams } as const
const read = { ...all, method: 'get' } as const
const ofLibrary = { ...read, params: KomgaLibraryParams, errors: [404] } as const
const ofSeries = { ...all, params: KomgaSeriesParams, errors: [404] } as const
const ofBook = { ...all, params: KomgaBookParams, errors: [404] } as const

const Libraries = z.array(KomgaLibraryDto)
const SeriesPage = komgaPage('KomgaSeriesDto', KomgaSeriesDto)
const BookPage = komgaPage('KomgaBookDto', KomgaBookDto)
const JPEG = bytes('image/jpeg')
export const KOMGA_SERIES_PAGE = json(SeriesPage)
export const KOMGA_BOOK_PAGE = json(BookPage)

export const komgaListLibraries = route({
  ...read,
  id: 'komga_list_libraries',
  path: `${AT}/libraries`,
  summary: 'Libraries, as Komga lists them',
  access: 'libraries-read',
  payload: json(Libraries),
})

export const komgaGetLibrary = route({
  ...ofLibrary,
  id: 'komga_get_library',
  path: `${AT}/libraries/{library_id}`,
  summary: 'One library',
  access: 'libraries-read',
  payload: json(KomgaLibraryDto),
})

export const komgaGetLibraryThumbnail = route({
  ...ofLibrary,
  id: 'komga_get_library_thumbnail',
  path: `${AT}/libraries/{library_id}/thumbnail`,
  summary: 'The cover of a library',
  access: 'libraries-read',
  payload: JPEG,
  also: [304],
})

export const komgaListSeries = route({
  ...read,
  id: 'komga_list_series',
  path: `${AT}/series`,
  summary: 'Series, filtered and sorted by the query',
  access: 'series-read',
  query: KomgaSeriesQuery,
  payload: KOMGA_SERIES_PAGE,
})

export const komgaSearchSeries = route({
  ...all,
  id: 'komga_search_series',
  method: 'post',
  path: `${AT}/series/list`,
  summary: 'Series by a condition and words',
  access: 'series-read',
  reads: true,
  query: KomgaSeriesQuery,
  body: KomgaSeriesSearchRequestDto,
  bodyOptional: true,
  payload: KOMGA_SERIES_PAGE,
})

export const komgaSeriesGroups = route({
  ...all,
  id: 'komga_series_alphabetical_groups',
  method: 'post',
  path: `${AT}/series/list/alphabetical-groups`,
  summary: 'Number of these series by first letter',
  access: 'series-read',
  reads: true,
  query: KomgaSeriesQuery,
  body: KomgaSeriesSearchRequestDto,
  bodyOptional: true,
  payload: json(z.array(z.object({ group: z.string(), count: z.int() }))),
})

const shelfOfSeries = { ...read, access: 'series-read', query: KomgaSeriesQuery, payload: KOMGA_SERIES_PAGE } as const

export const komgaGetSeriesNew = route({
  ...shelfOfSeries,
  id: 'komga_get_series_new',
  path: `${AT}/series/new`,
  summary: 'The newest series',
})

export const komgaGetSeriesLatest = route({
  ...shelfOfSeries,
  id: 'komga_get_series_latest',
  path: `${AT}/series/latest`,
  summary: 'Recently updated series',
})

export const komgaGetSeriesUpdated = route({
  ...shelfOfSeries,
  id: 'komga_get_series_updated',
  path: `${AT}/series/updated`,
  summary: 'Recently updated series',
})

export const komgaGetSeries = route({
  ...ofSeries,
  id: 'komga_get_series',
  method: 'get',
  path: `${AT}/series/{series_id}`,
  summary: 'One series',
  access: 'series-read',
  payload: json(KomgaSeriesDto),
})

export const komgaGetSeriesThumbnail = route({
  ...ofSeries,
  id: 'komga_get_series_thumbnail',
  method: 'get',
  path: `${AT}/series/{series_id}/thumbnail`,
  summary: 'The cover of a series',
  access: 'series-read',
  payload: JPEG,
  also: [304],
})

export const komgaGetSeriesBooks = route({
  ...ofSeries,
  id: 'komga_get_series_books',
  method: 'get',
  path: `${AT}/series/{series_id}/books`,
  summary: 'The books of a series',
  access: 'books-read',
  query: KomgaBooksQuery,
  payload: KOMGA_BOOK_PAGE,
})

export const komgaGetBooks = route({
  ...read,
  id: 'komga_get_books',
  path: `${AT}/books`,
  summary: 'Books, filtered and sorted by the query',
  access: 'books-read',
  query: KomgaBooksQuery,
  payload: KOMGA_BOOK_PAGE,
})

export const komgaSearchBooks = route({
  ...all,
  id: 'komga_search_books',
  method: 'post',
  path: `${AT}/books/list`,
  summary: 'Books by a condition and words',
  access: 'books-read',
  reads: true,
  query: KomgaBooksQuery,
  body: KomgaBooksSearchRequestDto,
  bodyOptional: true,
  payload: KOMGA_BOOK_PAGE,
})

const shelfOfBooks = { ...read, access: 'books-read', query: KomgaBooksQuery, payload: KOMGA_BOOK_PAGE } as const

export const komgaGetBooksOnDeck = route({
  ...shelfOfBooks,
  id: 'komga_get_books_ondeck',
  path: `${AT}/books/ondeck`,
  summary: 'The next book of each series that the caller reads',
})

export const komgaGetBooksLatest = route({
  ...shelfOfBooks,
  id: 'komga_get_books_latest',
  path: `${AT}/books/latest`,
  summary: 'The newest books',
})

export const komgaGetBook = route({
  ...ofBook,
  id: 'komga_get_book',
  method: 'get',
  path: `${AT}/books/{book_id}`,
  summary: 'One book',
  access: 'books-read',
  payload: json(KomgaBookDto),
})

export const komgaGetNextBook = route({
  ...ofBook,
  id: 'komga_get_next_book',
  method: 'get',
  path: `${AT}/books/{book_id}/next`,
  summary: 'The next book of the series; 404 at its end',
  access: 'books-read',
  payload: json(KomgaBookDto),
})

export const komgaGetPreviousBook = route({
  ...ofBook,
  id: 'komga_get_previous_book',
  method: 'get',
  path: `${AT}/books/{book_id}/previous`,
  summary: 'The book before it in the series; 404 at its beginning',
  access: 'books-read',
  payload: json(KomgaBookDto),
})
