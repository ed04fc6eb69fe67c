import { SkippedFieldDto } from './book-metadata'
import { BookBulkAction, SeriesBulkAction } from './bulk-actions'
import { nullable, Timestamp, Uuid } from './ids'
import { MetadataChangeDto } from './metadata-history'
import { json, route } from './route'
import * as z from './zod'

/** Ids, or a list condition; `all` for everything visible to the caller. */
export const BulkSelection = z
  .object({
    ids: z.array(Uuid).min(1).max(1000).optional(),
    condition: z.unknown().optional(),
    fullTextSearch: nullable(z.string().max(500)),
    all: z.boolean().optional(),
  })
  .meta({ id: 'BulkSelection' })
export type BulkSelection = z.infer<typeof BulkSelection>

const includeLocked = z.boolean().optional().meta({ description: 'Also change locked fields' })
export const BookBulkEditRequest = z
  .object({ selection: BulkSelection, action: BookBulkAction, includeLocked })
  .meta({ id: 'BookBulkEditRequest' })
export const SeriesBulkEditRequest = z
  .object({ selection: BulkSelection, action: SeriesBulkAction, includeLocked })
  .meta({ id: 'SeriesBulkEditRequest' })

export const BulkEditPreviewDto = z
  .object({
    matched: z.int().min(0),
    checked: z.int().min(0).meta({ description: 'Number of items covered by the figures below: the first 5,000' }),
    changed: z.int().min(0),
    fields: z.array(z.object({ field: z.string(), count: z.int() })),
    skipped: z.array(SkippedFieldDto),
    examples: z.array(z.object({ id: Uuid, title: z.string(), changes: z.array(MetadataChangeDto) })),
  })
  .meta({ id: 'BulkEditPreviewDto' })
export type BulkEditPreviewDto = z.infer<typeof BulkEditPreviewDto>

export const BulkEditStartedDto = z
  .object({ editId: Uuid, taskId: Uuid, message: z.string() })
  .meta({ id: 'BulkEditStartedDto' })
export type BulkEditStartedDto = z.infer<typeof BulkEditStartedDto>

export const BULK_EDIT_STATES = ['pending', 'running', 'done', 'failed', 'cancelled'] as const
export const BulkEditDto = z
  .object({
    id: Uuid,
    kind: z.enum(['book', 'series']),
    action: z.string().meta({ description: 'The type of the action, or `revert`' }),
    state: z.enum(BULK_EDIT_STATES),
    reason: nullable(z.string()).meta({ description: 'Why it failed' }),
    taskId: nullable(Uuid),
    matched: z.int().min(0),
    changed: z.int().min(0),
    skipped: z.array(SkippedFieldDto).meta({ description: 'Fields that stayed as they are: locked, or too large' }),
    reverts: nullable(Uuid),
    revertedAt: nullable(Timestamp),
    canRevert: z.boolean().meta({ description: 'Whether it has ended and can be reverted' }),
    createdAt: Timestamp,
    endedAt: nullable(Timestamp),
  })
  .meta({ id: 'BulkEditDto' })
export type BulkEditDto = z.infer<typeof BulkEditDto>

const bulk = { tag: 'Bulk Operations', status: 200 } as const
const EditParams = z.object({ edit_id: Uuid })

export const previewBookEdit = route({
  ...bulk,
  id: 'preview_bulk_book_edit',
  method: 'post',
  path: '/api/v1/books/bulk/edits/preview',
  summary: 'Preview a bulk edit of books, with fields skipped because of locks',
  access: 'books-write',
  reads: true,
  body: BookBulkEditRequest,
  form: true,
  payload: json(BulkEditPreviewDto),
})

export const startBookEdit = route({
  ...bulk,
  id: 'start_bulk_book_edit',
  method: 'post',
  path: '/api/v1/books/bulk/edits',
  summary: 'Edit many books, by ids or by a condition, as a task',
  access: 'books-write',
  body: BookBulkEditRequest,
  form: true,
  payload: json(BulkEditStartedDto),
})

export const previewSeriesEdit = route({
  ...bulk,
  id: 'preview_bulk_series_edit',
  method: 'post',
  path: '/api/v1/series/bulk/edits/preview',
  summary: 'Preview a bulk edit of series, with fields skipped because of locks',
  access: 'series-write',
  reads: true,
  body: SeriesBulkEditRequest,
  form: true,
  payload: json(BulkEditPreviewDto),
})

export const startSeriesEdit = route({
  ...bulk,
  id: 'start_bulk_series_edit',
  method: 'post',
  path: '/api/v1/series/bulk/edits',
  summary: 'Edit many series, by ids or by a condition, as a task',
  access: 'series-write',
  body: SeriesBulkEditRequest,
  form: true,
  payload: json(BulkEditStartedDto),
})

export const getBulkEdit = route({
  ...bulk,
  id: 'get_bulk_edit',
  method: 'get',
  path: '/api/v1/bulk-edits/{edit_id}',
  summary: 'A bulk edit of the caller: progress and skipped fields',
  access: 'books-write',
  params: EditParams,
  payload: json(BulkEditDto),
  errors: [404],
})

export const revertBulkEdit = route({
  ...bulk,
  id: 'revert_bulk_edit',
  method: 'post',
  path: '/api/v1/bulk-edits/{edit_id}/revert',
  summary: 'Revert a bulk edit of the caller as a task; fields changed since are skipped',
  access: 'books-write',
  params: EditParams,
  payload: json(BulkEditStartedDto),
  errors: [404, 409],
})
