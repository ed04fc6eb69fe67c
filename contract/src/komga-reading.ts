import { KomgaError, KomgaPageDto } from './komga'
import { KomgaBookParams, KomgaFlag, KomgaPageParams, KomgaParams, KomgaSeriesParams, KomgaText } from './komga-query'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

const AT = '/{prefix}/api/v1'
const all = { tag: 'Komga', status: 200, errorBody: KomgaError, repeats: true, params: KomgaParams } as const
const read = { ...all, method: 'get' } as const
const ofSeries = { ...all, params: KomgaSeriesParams, errors: [404] } as const
const ofBook = { ...all, params: KomgaBookParams, errors: [404] } as const
const JPEG = bytes('image/jpeg')

export const komgaMarkSeriesAsRead = route({
  ...ofSeries,
  id: 'komga_mark_series_as_read',
  method: 'post',
  path: `${AT}/series/{series_id}/read-progress`,
  summary: 'Mark every book of a series as read',
  access: 'progress-write',
  status: 204,
  payload: nothing,
})

export const komgaMarkSeriesAsUnread = route({
  ...ofSeries,
  id: 'komga_mark_series_as_unread',
  method: 'delete',
  path: `${AT}/series/{series_id}/read-progress`,
  summary: 'Mark every book of a series as unread',
  access: 'progress-write',
  status: 204,
  payload: nothing,
})

const counts = {
  booksCount: z.int(),
  booksReadCount: z.int(),
  booksUnreadCount: z.int(),
  booksInProgressCount: z.int(),
}

export const komgaGetTracker = route({
  ...ofSeries,
  id: 'komga_get_tracker',
  method: 'get',
  path: '/{prefix}/api/v2/series/{series_id}/read-progress/tachiyomi',
  summary: 'Progress in a series, for trackers',
  access: 'progress-read',
  payload: json(z.object({ ...counts, lastReadContinuousNumberSort: z.number(), maxNumberSort: z.number() })),
})

export const komgaUpdateTracker = route({
  ...ofSeries,
  id: 'komga_update_tracker',
  method: 'put',
  path: '/{prefix}/api/v2/series/{series_id}/read-progress/tachiyomi',
  summary: 'Mark every book up to a number as read',
  access: 'progress-write',
  body: z.object({ lastBookNumberSortRead: z.number() }),
  status: 204,
  payload: nothing,
})

export const komgaGetBookThumbnail = route({
  ...ofBook,
  id: 'komga_get_book_thumbnail',
  method: 'get',
  path: `${AT}/books/{book_id}/thumbnail`,
  summary: 'The cover of a book',
  access: 'books-read',
  payload: JPEG,
  also: [304],
})

export const komgaDownloadSeries = route({
  ...ofSeries,
  id: 'komga_download_series',
  method: 'get',
  path: `${AT}/series/{series_id}/file`,
  summary: 'The files of a series as one zip',
  access: 'books-read',
  payload: bytes('application/zip'),
  also: [206, 304],
  errors: [404, 416],
})

const fileOf = {
  ...ofBook,
  method: 'get',
  access: 'books-read',
  payload: bytes(
    'application/zip',
    'application/x-rar-compressed',
    'application/epub+zip',
    'application/pdf',
    'application/octet-stream',
  ),
} as const

export const komgaDownloadBookFile = route({
  ...fileOf,
  id: 'komga_download_book_file',
  path: `${AT}/books/{book_id}/file`,
  summary: 'The file itself, whole or a range of it',
  also: [206, 304],
  errors: [404, 416],
})

export const komgaListPages = route({
  ...ofBook,
  id: 'komga_list_pages',
  method: 'get',
  path: `${AT}/books/{book_id}/pages`,
  summary: 'The pages of a book',
  access: 'pages-read',
  payload: json(z.array(KomgaPageDto)),
})

const page = { ...read, params: KomgaPageParams, access: 'pages-read', also: [304], errors: [404] } as const

export const komgaGetPage = route({
  ...page,
  id: 'komga_get_page',
  path: `${AT}/books/{book_id}/pages/{page_number}`,
  summary: 'A page as an image, converted if the app asks for it',
  query: z.object({ convert: KomgaText, zero_based: KomgaFlag, contentNegotiation: KomgaText }),
  payload: bytes('image/*'),
})

export const komgaGetPageThumbnail = route({
  ...page,
  id: 'komga_get_page_thumbnail',
  path: `${AT}/books/{book_id}/pages/{page_number}/thumbnail`,
  summary: 'A small image of a page',
  payload: JPEG,
})

export const KomgaReadProgressUpdateDto = z
  .object({
    page: z.int32().nullish(),
    completed: z.boolean().nullish(),
    deviceId: z.string().max(200).nullish(),
    deviceName: z.string().max(200).nullish(),
  })
  .meta({ id: 'KomgaReadProgressUpdateDto' })

export const komgaUpdateProgress = route({
  ...ofBook,
  id: 'komga_update_progress',
  method: 'patch',
  path: `${AT}/books/{book_id}/read-progress`,
  summary: 'Set the page that is read, or mark the book as read',
  access: 'progress-write',
  body: KomgaReadProgressUpdateDto,
  status: 204,
  payload: nothing,
})

export const komgaDeleteProgress = route({
  ...ofBook,
  id: 'komga_delete_progress',
  method: 'delete',
  path: `${AT}/books/{book_id}/read-progress`,
  summary: 'Mark a book as unread',
  access: 'progress-write',
  status: 204,
  payload: nothing,
})
