import type { BulkEditDto, BulkEditPreviewDto, BulkEditStartedDto } from '@octavo/contract/bulk-edit'
import type { BodyOf, Operations } from '@octavo/contract/operations'
import { api } from '../../api/client'
import type { Subject } from './edited-fields'

type BodyOfBooks = BodyOf<Operations['post /api/v1/books/bulk/edits']>
type BodyOfSeries = BodyOf<Operations['post /api/v1/series/bulk/edits']>

export interface BulkRequest {
  readonly selection: object
  readonly action: { readonly type: string }
  readonly includeLocked: boolean
}

export function previewBulkEdit(subject: Subject, body: BulkRequest): Promise<BulkEditPreviewDto> {
  return subject === 'books'
    ? api.post('/api/v1/books/bulk/edits/preview', { body: body as BodyOfBooks })
    : api.post('/api/v1/series/bulk/edits/preview', { body: body as BodyOfSeries })
}

export function startBulkEdit(subject: Subject, body: BulkRequest): Promise<BulkEditStartedDto> {
  return subject === 'books'
    ? api.post('/api/v1/books/bulk/edits', { body: body as BodyOfBooks })
    : api.post('/api/v1/series/bulk/edits', { body: body as BodyOfSeries })
}

export function readBulkEdit(id: string, signal?: AbortSignal): Promise<BulkEditDto> {
  return api.get('/api/v1/bulk-edits/{edit_id}', { params: { edit_id: id }, signal })
}

export function revertBulkEdit(id: string): Promise<BulkEditStartedDto> {
  return api.post('/api/v1/bulk-edits/{edit_id}/revert', { params: { edit_id: id } })
}

export function cancelTask(id: string): Promise<unknown> {
  return api.post('/api/v1/tasks/{task_id}/cancel', { params: { task_id: id } })
}
