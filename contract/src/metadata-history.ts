import { nullable, Timestamp, Uuid } from './ids'
import { PageQuery, paginated, sizeQuery } from './paging'
import { json, route } from './route'
import * as z from './zod'

const Value = z.unknown().optional()

export const FieldProvenanceDto = z
  .object({
    field: z.string().meta({ description: 'Its name in requests' }),
    lock: nullable(z.string()).meta({ description: 'The lock that covers it, by its name in requests' }),
    locked: z.boolean(),
    origin: z.enum(['person', 'file', 'rules', 'none']).meta({ description: 'Where its value comes from' }),
    source: nullable(z.string()).meta({ description: 'The kind of file it comes from' }),
    person: nullable(z.string()).meta({ description: 'Name of the user; null if the account is gone' }),
    at: nullable(Timestamp),
    hasFileValue: z.boolean().meta({ description: 'Whether the value in the file is known' }),
    fileValue: Value,
  })
  .meta({ id: 'FieldProvenanceDto' })
export type FieldProvenanceDto = z.infer<typeof FieldProvenanceDto>

export const MetadataProvenanceDto = z
  .object({ fields: z.array(FieldProvenanceDto) })
  .meta({ id: 'MetadataProvenanceDto' })
export type MetadataProvenanceDto = z.infer<typeof MetadataProvenanceDto>

export const MetadataChangeDto = z
  .object({ field: z.string(), before: Value, after: Value })
  .meta({ id: 'MetadataChangeDto' })

export const EDIT_ORIGINS = ['edit', 'bulk', 'reset', 'revert'] as const

export const MetadataEditDto = z
  .object({
    id: Uuid,
    actId: Uuid.meta({ description: 'The same for all edits of one request or task' }),
    at: Timestamp,
    person: nullable(z.string()).meta({ description: 'Name of the user at that time' }),
    origin: z.enum(EDIT_ORIGINS),
    changes: z.array(MetadataChangeDto),
    locked: z.array(z.string()),
    unlocked: z.array(z.string()),
    revertedAt: nullable(Timestamp),
  })
  .meta({ id: 'MetadataEditDto' })
export type MetadataEditDto = z.infer<typeof MetadataEditDto>

/** Either a field, whose last edit is reverted, or one edit. */
export const RevertMetadataRequest = z
  .object({ field: z.string().min(1).max(100).optional(), editId: Uuid.optional() })
  .meta({ id: 'RevertMetadataRequest' })
export type RevertMetadataRequest = z.infer<typeof RevertMetadataRequest>

export const RevertMetadataResponse = z
  .object({
    reverted: z.array(z.string()),
    skipped: z.array(z.string()).meta({ description: 'Fields that have changed since' }),
  })
  .meta({ id: 'RevertMetadataResponse' })
export type RevertMetadataResponse = z.infer<typeof RevertMetadataResponse>

/** An edit may carry long texts, so a page has few. */
const HistoryQuery = PageQuery.extend({ pageSize: sizeQuery(20, 100) })

const page = json(paginated('MetadataEditDto', MetadataEditDto))
const book = { tag: 'Books', params: z.object({ book_id: Uuid }), status: 200, errors: [404] } as const
const series = { tag: 'Series', params: z.object({ series_id: Uuid }), status: 200, errors: [404] } as const

export const getBookProvenance = route({
  ...book,
  id: 'get_book_metadata_provenance',
  method: 'get',
  path: '/api/v1/books/{book_id}/metadata/provenance',
  summary: 'Source of each field of a book, who set it and when, and its value in the file',
  access: 'books-write',
  payload: json(MetadataProvenanceDto),
})

export const getBookHistory = route({
  ...book,
  id: 'get_book_metadata_history',
  method: 'get',
  path: '/api/v1/books/{book_id}/metadata/history',
  summary: 'Edits of a book, newest first',
  access: 'books-write',
  query: HistoryQuery,
  payload: page,
})

export const revertBookMetadata = route({
  ...book,
  id: 'revert_book_metadata',
  method: 'post',
  path: '/api/v1/books/{book_id}/metadata/revert',
  summary: 'Revert an edit of a book, or the last edit of a field or the cover; fields changed since are skipped',
  access: 'books-write',
  errors: [404, 409],
  body: RevertMetadataRequest,
  form: true,
  payload: json(RevertMetadataResponse),
})

export const getSeriesProvenance = route({
  ...series,
  id: 'get_series_metadata_provenance',
  method: 'get',
  path: '/api/v1/series/{series_id}/metadata/provenance',
  summary: 'Source of each field of a series, who set it and when, and its value in the files',
  access: 'series-write',
  payload: json(MetadataProvenanceDto),
})

export const getSeriesHistory = route({
  ...series,
  id: 'get_series_metadata_history',
  method: 'get',
  path: '/api/v1/series/{series_id}/metadata/history',
  summary: 'Edits of a series, newest first',
  access: 'series-write',
  query: HistoryQuery,
  payload: page,
})

export const revertSeriesMetadata = route({
  ...series,
  id: 'revert_series_metadata',
  method: 'post',
  path: '/api/v1/series/{series_id}/metadata/revert',
  summary: 'Revert an edit of a series, or the last edit of a field or the cover; fields changed since are skipped',
  access: 'series-write',
  errors: [404, 409],
  body: RevertMetadataRequest,
  form: true,
  payload: json(RevertMetadataResponse),
})
