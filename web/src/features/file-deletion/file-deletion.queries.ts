import { api } from '../../api/client'
import type { DeleteFilesRequest, FileDeletionPreviewDto } from '../../api/types'

type Kind = 'books' | 'series'

/** The files of one book or series, or of several. */
export function previewDeletion(
  kind: Kind,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<FileDeletionPreviewDto> {
  const [id = '', ...rest] = ids
  if (kind === 'books') {
    return rest.length === 0
      ? api.get('/api/v1/books/{book_id}/file/deletion', { params: { book_id: id }, signal })
      : api.post('/api/v1/books/bulk/files/deletion/preview', { body: { bookIds: [...ids] }, signal })
  }
  return rest.length === 0
    ? api.get('/api/v1/series/{series_id}/files/deletion', { params: { series_id: id }, signal })
    : api.post('/api/v1/series/bulk/files/deletion/preview', { body: { seriesIds: [...ids] }, signal })
}

/** Deletes them; the result names those that could not be deleted. */
export async function deleteFiles(kind: Kind, ids: readonly string[], request: DeleteFilesRequest) {
  const [id = '', ...rest] = ids
  if (kind === 'books') {
    return rest.length === 0
      ? { failed: 0, ...(await api.delete('/api/v1/books/{book_id}/file', { params: { book_id: id }, body: request })) }
      : api.post('/api/v1/books/bulk/files/deletion', { body: { ...request, bookIds: [...ids] } })
  }
  if (rest.length > 0) {
    return api.post('/api/v1/series/bulk/files/deletion', { body: { ...request, seriesIds: [...ids] } })
  }
  const done = await api.delete('/api/v1/series/{series_id}/files', { params: { series_id: id }, body: request })
  return { ...done, failed: done.spared.length }
}
