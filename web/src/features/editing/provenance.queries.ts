import type { FieldProvenanceDto, MetadataEditDto } from '@octavo/contract/metadata-history'
import { api } from '../../api/client'
import type { Subject } from './edited-fields'

/** Who set each field, by name. */
export async function readProvenance(
  subject: Subject,
  id: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, FieldProvenanceDto>> {
  const { fields } =
    subject === 'books'
      ? await api.get('/api/v1/books/{book_id}/metadata/provenance', { params: { book_id: id }, signal })
      : await api.get('/api/v1/series/{series_id}/metadata/provenance', { params: { series_id: id }, signal })
  return new Map(fields.map(field => [field.field, field]))
}

/** The newest edits. */
export async function readHistory(
  subject: Subject,
  id: string,
  pageSize: number,
  signal?: AbortSignal,
): Promise<readonly MetadataEditDto[]> {
  const query = { pageSize }
  const { data } =
    subject === 'books'
      ? await api.get('/api/v1/books/{book_id}/metadata/history', { params: { book_id: id }, query, signal })
      : await api.get('/api/v1/series/{series_id}/metadata/history', { params: { series_id: id }, query, signal })
  return data
}

export function revert(subject: Subject, id: string, body: { readonly field: string } | { readonly editId: string }) {
  return subject === 'books'
    ? api.post('/api/v1/books/{book_id}/metadata/revert', { params: { book_id: id }, body })
    : api.post('/api/v1/series/{series_id}/metadata/revert', { params: { series_id: id }, body })
}

/** Reverts the newest edit. */
export async function revertLast(subject: Subject, id: string): Promise<void> {
  const [last] = await readHistory(subject, id, 1)
  if (last) await revert(subject, id, { editId: last.id })
}
