import { ADDRESS_LENGTH, webAddress } from './external-sources'
import { Int32, nullable, Timestamp, Uuid } from './ids'
import { shownName } from './metadata-fields'
import { json, nothing, route } from './route'
import { EXTERNAL_ORIGINS, ExternalLinkDto, ExternalRatingDto, SeriesExternalIdDto } from './series-side'
import * as z from './zod'

/** Stored in lower case. */
const Source = shownName(100)
const ExternalId = shownName(500)
const Address = z
  .string()
  .trim()
  .max(ADDRESS_LENGTH)
  .refine(text => webAddress(text) !== null, 'must be an address that begins with http:// or https://')
/** Ratings by others, on a scale of 0 to 100. */
const Score = z.number().min(0).max(100).meta({ format: 'double' })

const origin = z.enum(EXTERNAL_ORIGINS).optional()
const ofBook = { id: Uuid, bookId: Uuid, createdAt: Timestamp, updatedAt: Timestamp, origin }

export const BookExternalIdDto = z
  .object({
    ...ofBook,
    source: z.string(),
    externalId: z.string(),
    externalUrl: nullable(z.string()),
    metadataHash: nullable(z.string()),
    lastSyncedAt: nullable(Timestamp),
  })
  .meta({ id: 'BookExternalIdDto' })
export type BookExternalIdDto = z.infer<typeof BookExternalIdDto>

export const BookExternalLinkDto = z
  .object({ ...ofBook, sourceName: z.string(), url: z.string(), externalId: nullable(z.string()) })
  .meta({ id: 'BookExternalLinkDto' })
export type BookExternalLinkDto = z.infer<typeof BookExternalLinkDto>

export const BookExternalRatingDto = z
  .object({
    ...ofBook,
    sourceName: z.string(),
    rating: z.number().meta({ format: 'double' }),
    voteCount: nullable(Int32),
    fetchedAt: Timestamp,
  })
  .meta({ id: 'BookExternalRatingDto' })
export type BookExternalRatingDto = z.infer<typeof BookExternalRatingDto>

const idRequest = {
  source: Source,
  externalId: shownName(ADDRESS_LENGTH).meta({ description: 'The id, or the web address of its page' }),
  externalUrl: nullable(Address),
}
export const CreateSeriesExternalIdRequest = z.object(idRequest).meta({ id: 'CreateSeriesExternalIdRequest' })
export type CreateExternalIdRequest = z.infer<typeof CreateSeriesExternalIdRequest>
export const CreateBookExternalIdRequest = z.object(idRequest).meta({ id: 'CreateBookExternalIdRequest' })

const linkRequest = { sourceName: Source, url: Address, externalId: nullable(ExternalId) }
export const CreateExternalLinkRequest = z.object(linkRequest).meta({ id: 'CreateExternalLinkRequest' })
export type CreateExternalLinkRequest = z.infer<typeof CreateExternalLinkRequest>
export const CreateBookExternalLinkRequest = z.object(linkRequest).meta({ id: 'CreateBookExternalLinkRequest' })

export const CreateExternalRatingRequest = z
  .object({ sourceName: Source, rating: Score, voteCount: nullable(z.int32().min(0)) })
  .meta({ id: 'CreateExternalRatingRequest' })
export type CreateExternalRatingRequest = z.infer<typeof CreateExternalRatingRequest>

export const SeriesExternalIdListResponse = z
  .object({ externalIds: z.array(SeriesExternalIdDto) })
  .meta({ id: 'SeriesExternalIdListResponse' })
export const BookExternalIdListResponse = z
  .object({ externalIds: z.array(BookExternalIdDto) })
  .meta({ id: 'BookExternalIdListResponse' })
export const ExternalLinkListResponse = z
  .object({ links: z.array(ExternalLinkDto) })
  .meta({ id: 'ExternalLinkListResponse' })
export const BookExternalLinkListResponse = z
  .object({ links: z.array(BookExternalLinkDto) })
  .meta({ id: 'BookExternalLinkListResponse' })
export const ExternalRatingListResponse = z
  .object({ ratings: z.array(ExternalRatingDto) })
  .meta({ id: 'ExternalRatingListResponse' })
export const BookExternalRatingListResponse = z
  .object({ ratings: z.array(BookExternalRatingDto) })
  .meta({ id: 'BookExternalRatingListResponse' })

const SeriesParams = z.object({ series_id: Uuid })
const BookParams = z.object({ book_id: Uuid })
const SourceParam = z.string().trim().min(1).max(100)
const series = '/api/v1/series/{series_id}'
const book = '/api/v1/books/{book_id}'
const reads = { tag: 'Series', access: 'series-read', params: SeriesParams, errors: [404] } as const
const writes = { tag: 'Series', access: 'series-write', params: SeriesParams, errors: [404] } as const
const readsBook = { tag: 'Books', access: 'books-read', params: BookParams, errors: [404] } as const
const writesBook = { tag: 'Books', access: 'books-write', params: BookParams, errors: [404] } as const

export const listSeriesExternalIds = route({
  id: 'list_series_external_ids',
  method: 'get',
  path: `${series}/external-ids`,
  ...reads,
  summary: 'The ids of a series at external sources',
  status: 200,
  payload: json(SeriesExternalIdListResponse),
})

export const createSeriesExternalId = route({
  id: 'create_series_external_id',
  method: 'post',
  path: `${series}/external-ids`,
  ...writes,
  summary: 'Set the id of a series at a source; a web address of a known source becomes its id',
  body: CreateSeriesExternalIdRequest,
  form: true,
  status: 200,
  payload: json(SeriesExternalIdDto),
})

export const deleteSeriesExternalId = route({
  id: 'delete_series_external_id',
  method: 'delete',
  path: `${series}/external-ids/{external_id_id}`,
  ...writes,
  params: z.object({ series_id: Uuid, external_id_id: Uuid }),
  summary: 'Delete an external id of a series; it stays deleted when files are read again',
  status: 204,
  payload: nothing,
})

export const listSeriesExternalLinks = route({
  id: 'get_series_external_links',
  method: 'get',
  path: `${series}/external-links`,
  ...reads,
  summary: 'The links of a series to other sites',
  status: 200,
  payload: json(ExternalLinkListResponse),
})

export const createSeriesExternalLink = route({
  id: 'create_external_link',
  method: 'post',
  path: `${series}/external-links`,
  ...writes,
  summary: 'Set the link of a series to a site',
  body: CreateExternalLinkRequest,
  form: true,
  status: 200,
  payload: json(ExternalLinkDto),
})

export const deleteSeriesExternalLink = route({
  id: 'delete_external_link',
  method: 'delete',
  path: `${series}/external-links/{link_id}`,
  ...writes,
  params: z.object({ series_id: Uuid, link_id: Uuid }),
  summary: 'Delete a link of a series; it stays deleted when files are read again',
  status: 204,
  payload: nothing,
})

export const listSeriesExternalRatings = route({
  id: 'get_series_external_ratings',
  method: 'get',
  path: `${series}/external-ratings`,
  ...reads,
  summary: 'Ratings of a series at external sources',
  status: 200,
  payload: json(ExternalRatingListResponse),
})

export const createSeriesExternalRating = route({
  id: 'create_external_rating',
  method: 'post',
  path: `${series}/external-ratings`,
  ...writes,
  summary: 'Set the rating of a series at a source',
  body: CreateExternalRatingRequest,
  form: true,
  status: 200,
  payload: json(ExternalRatingDto),
})

export const deleteSeriesExternalRating = route({
  id: 'delete_external_rating',
  method: 'delete',
  path: `${series}/external-ratings/{source}`,
  ...writes,
  params: z.object({ series_id: Uuid, source: SourceParam }),
  summary: 'Delete the rating of a series at a source',
  status: 204,
  payload: nothing,
})

export const listBookExternalIds = route({
  id: 'list_book_external_ids',
  method: 'get',
  path: `${book}/external-ids`,
  ...readsBook,
  summary: 'The ids of a book at external sources',
  status: 200,
  payload: json(BookExternalIdListResponse),
})

export const createBookExternalId = route({
  id: 'create_book_external_id',
  method: 'post',
  path: `${book}/external-ids`,
  ...writesBook,
  summary: 'Set the id of a book at a source; a web address of a known source becomes its id',
  body: CreateBookExternalIdRequest,
  form: true,
  status: 200,
  payload: json(BookExternalIdDto),
})

export const deleteBookExternalId = route({
  id: 'delete_book_external_id',
  method: 'delete',
  path: `${book}/external-ids/{external_id_id}`,
  ...writesBook,
  params: z.object({ book_id: Uuid, external_id_id: Uuid }),
  summary: 'Delete an external id of a book; it stays deleted when the file is read again',
  status: 204,
  payload: nothing,
})

export const listBookExternalLinks = route({
  id: 'get_book_external_links',
  method: 'get',
  path: `${book}/external-links`,
  ...readsBook,
  summary: 'The links of a book to other sites',
  status: 200,
  payload: json(BookExternalLinkListResponse),
})

export const createBookExternalLink = route({
  id: 'create_book_external_link',
  method: 'post',
  path: `${book}/external-links`,
  ...writesBook,
  summary: 'Set the link of a book to a site',
  body: CreateBookExternalLinkRequest,
  form: true,
  status: 200,
  payload: json(BookExternalLinkDto),
})

export const deleteBookExternalLink = route({
  id: 'delete_book_external_link',
  method: 'delete',
  path: `${book}/external-links/{source}`,
  ...writesBook,
  params: z.object({ book_id: Uuid, source: SourceParam }),
  summary: 'Delete the link of a book to a site; it stays deleted when the file is read again',
  status: 204,
  payload: nothing,
})

export const listBookExternalRatings = route({
  id: 'get_book_external_ratings',
  method: 'get',
  path: `${book}/external-ratings`,
  ...readsBook,
  summary: 'Ratings of a book at external sources, from its file',
  status: 200,
  payload: json(BookExternalRatingListResponse),
})
