import {
  KOMGA_DIRECTIONS,
  KOMGA_STATUSES,
  KomgaAlternateTitleDto,
  KomgaAuthorDto,
  KomgaError,
  KomgaWebLinkDto,
} from './komga'
import { KomgaBookParams, KomgaFlag, KomgaParams, KomgaSeriesParams, KomgaThumbnailParams } from './komga-query'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

const AT = '/{prefix}/api/v1'
const all = { tag: 'Komga', status: 200, errorBody: KomgaError, repeats: true, errors: [404] } as const
const ofSeries = { ...all, params: KomgaSeriesParams, access: 'series-write' } as const
const ofBook = { ...all, params: KomgaBookParams, access: 'books-write' } as const

const Text = z.string().max(20_000).nullish()
const Names = z.array(z.string().max(1000)).max(500).nullish()
const Lock = z.boolean().nullish()
const Links = z.array(KomgaWebLinkDto).max(200).nullish()

/** Absent stays, null and empty clear. */
export const KomgaSeriesMetadataUpdateDto = z
  .object({
    status: z.enum(KOMGA_STATUSES).nullish(),
    statusLock: Lock,
    title: Text,
    titleLock: Lock,
    titleSort: Text,
    titleSortLock: Lock,
    summary: Text,
    summaryLock: Lock,
    readingDirection: z.enum(KOMGA_DIRECTIONS).nullish(),
    readingDirectionLock: Lock,
    publisher: Text,
    publisherLock: Lock,
    ageRating: z.int32().nullish(),
    ageRatingLock: Lock,
    language: Text,
    languageLock: Lock,
    genres: Names,
    genresLock: Lock,
    tags: Names,
    tagsLock: Lock,
    totalBookCount: z.int32().nullish(),
    totalBookCountLock: Lock,
    sharingLabels: Names,
    sharingLabelsLock: Lock,
    links: Links,
    linksLock: Lock,
    alternateTitles: z.array(KomgaAlternateTitleDto).max(100).nullish(),
    alternateTitlesLock: Lock,
  })
  .meta({ id: 'KomgaSeriesMetadataUpdateDto' })
export type KomgaSeriesMetadataUpdate = z.infer<typeof KomgaSeriesMetadataUpdateDto>

export const KomgaBookMetadataUpdateDto = z
  .object({
    title: Text,
    titleLock: Lock,
    summary: Text,
    summaryLock: Lock,
    number: Text,
    numberLock: Lock,
    numberSort: z.number().nullish(),
    numberSortLock: Lock,
    releaseDate: z.string().max(40).nullish(),
    releaseDateLock: Lock,
    authors: z.array(KomgaAuthorDto).max(500).nullish(),
    authorsLock: Lock,
    tags: Names,
    tagsLock: Lock,
    isbn: Text,
    isbnLock: Lock,
    links: Links,
    linksLock: Lock,
  })
  .meta({ id: 'KomgaBookMetadataUpdateDto' })
export type KomgaBookMetadataUpdate = z.infer<typeof KomgaBookMetadataUpdateDto>

export const komgaUpdateSeriesMetadata = route({
  ...ofSeries,
  id: 'komga_update_series_metadata',
  method: 'patch',
  path: `${AT}/series/{series_id}/metadata`,
  summary: 'Edit the metadata of a series; edited fields are locked',
  body: KomgaSeriesMetadataUpdateDto,
  status: 204,
  payload: nothing,
})

export const komgaUpdateBookMetadata = route({
  ...ofBook,
  id: 'komga_update_book_metadata',
  method: 'patch',
  path: `${AT}/books/{book_id}/metadata`,
  summary: 'Edit the metadata of a book; edited fields are locked',
  body: KomgaBookMetadataUpdateDto,
  status: 204,
  payload: nothing,
})

/** Books of one request. */
export const KOMGA_MOST_EDITED = 500

export const komgaUpdateBooksMetadata = route({
  ...all,
  id: 'komga_update_books_metadata',
  method: 'patch',
  path: `${AT}/books/metadata`,
  summary: 'Edit the metadata of several books, by their ids',
  access: 'books-write',
  params: KomgaParams,
  body: z.record(z.string().max(100), KomgaBookMetadataUpdateDto),
  status: 204,
  payload: nothing,
})

const THUMBNAIL_TYPES = ['GENERATED', 'SIDECAR', 'USER_UPLOADED'] as const
const thumbnail = {
  id: z.string(),
  type: z.enum(THUMBNAIL_TYPES),
  selected: z.boolean(),
  mediaType: z.string(),
  fileSize: z.int().meta({ description: '0 if unknown' }),
  width: z.int(),
  height: z.int(),
}
export const KomgaThumbnailBookDto = z
  .object({ ...thumbnail, bookId: z.string() })
  .meta({ id: 'KomgaThumbnailBookDto' })
export const KomgaThumbnailSeriesDto = z
  .object({ ...thumbnail, seriesId: z.string() })
  .meta({ id: 'KomgaThumbnailSeriesDto' })
export type KomgaThumbnailDto = z.infer<z.ZodObject<typeof thumbnail>>

const BookThumbnail = KomgaThumbnailParams.extend(KomgaBookParams.shape)
const SeriesThumbnail = KomgaThumbnailParams.extend(KomgaSeriesParams.shape)
const upload = z.object({ file: z.string().meta({ format: 'binary', description: 'An image' }) })
const UploadQuery = z.object({ selected: KomgaFlag })
const oneOf = { ...all, payload: nothing } as const
const books = `${AT}/books/{book_id}/thumbnails`
const series = `${AT}/series/{series_id}/thumbnails`
const JPEG = { payload: bytes('image/jpeg', 'image/webp'), also: [304] } as const

export const komgaListBookThumbnails = route({
  ...ofBook,
  id: 'komga_list_book_thumbnails',
  method: 'get',
  path: books,
  summary: 'The covers of a book',
  access: 'books-read',
  payload: json(z.array(KomgaThumbnailBookDto)),
})
export const komgaAddBookThumbnail = route({
  ...ofBook,
  id: 'komga_add_book_thumbnail',
  method: 'post',
  path: books,
  summary: 'Upload a cover of a book; it is selected',
  upload,
  query: UploadQuery,
  payload: json(KomgaThumbnailBookDto),
})
export const komgaGetBookThumbnailImage = route({
  ...oneOf,
  ...JPEG,
  id: 'komga_get_book_thumbnail_image',
  method: 'get',
  path: `${books}/{thumbnail_id}`,
  summary: 'One of the covers of a book',
  access: 'books-read',
  params: BookThumbnail,
})
export const komgaSelectBookThumbnail = route({
  ...oneOf,
  id: 'komga_select_book_thumbnail',
  method: 'put',
  path: `${books}/{thumbnail_id}/selected`,
  summary: 'Select a cover of a book',
  access: 'books-write',
  params: BookThumbnail,
  status: 202,
})
export const komgaDeleteBookThumbnail = route({
  ...oneOf,
  id: 'komga_delete_book_thumbnail',
  method: 'delete',
  path: `${books}/{thumbnail_id}`,
  summary: 'Delete an uploaded cover of a book',
  access: 'books-write',
  params: BookThumbnail,
  status: 202,
})

export const komgaListSeriesThumbnails = route({
  ...ofSeries,
  id: 'komga_list_series_thumbnails',
  method: 'get',
  path: series,
  summary: 'The covers of a series',
  access: 'series-read',
  payload: json(z.array(KomgaThumbnailSeriesDto)),
})
export const komgaAddSeriesThumbnail = route({
  ...ofSeries,
  id: 'komga_add_series_thumbnail',
  method: 'post',
  path: series,
  summary: 'Upload a cover of a series; it is selected',
  upload,
  query: UploadQuery,
  payload: json(KomgaThumbnailSeriesDto),
})
export const komgaGetSeriesThumbnailImage = route({
  ...oneOf,
  ...JPEG,
  id: 'komga_get_series_thumbnail_image',
  method: 'get',
  path: `${series}/{thumbnail_id}`,
  summary: 'One of the covers of a series',
  access: 'series-read',
  params: SeriesThumbnail,
})
export const komgaSelectSeriesThumbnail = route({
  ...oneOf,
  id: 'komga_select_series_thumbnail',
  method: 'put',
  path: `${series}/{thumbnail_id}/selected`,
  summary: 'Select a cover of a series',
  access: 'series-write',
  params: SeriesThumbnail,
  status: 202,
})
export const komgaDeleteSeriesThumbnail = route({
  ...oneOf,
  id: 'komga_delete_series_thumbnail',
  method: 'delete',
  path: `${series}/{thumbnail_id}`,
  summary: 'Delete an uploaded cover of a series',
  access: 'series-write',
  params: SeriesThumbnail,
  status: 202,
})
