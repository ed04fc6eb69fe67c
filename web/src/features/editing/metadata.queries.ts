import { api } from '../../api/client'
import type { Locks } from './draft.rules'
import type { Subject } from './edited-fields'

/** The edited item with its version, which a change must name, so that no concurrent edit is lost. */
export interface Versioned {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly locks: Locks
  readonly version: string | null
}

export async function readMetadata(subject: Subject, id: string, signal?: AbortSignal): Promise<Versioned> {
  let version: string | null = null
  const settings = {
    signal,
    fresh: true,
    onHeaders: (headers: Headers) => {
      version = headers.get('etag')
    },
  }
  const metadata =
    subject === 'books'
      ? await api.get('/api/v1/books/{book_id}/metadata', { params: { book_id: id }, ...settings })
      : await api.get('/api/v1/series/{series_id}/metadata', { params: { series_id: id }, ...settings })
  return { metadata, locks: metadata.locks, version }
}

export function sendEdit(subject: Subject, id: string, body: object, version: string | null): Promise<unknown> {
  const settings = version ? { headers: { 'If-Match': version } } : {}
  return subject === 'books'
    ? api.patch('/api/v1/books/{book_id}/metadata', { params: { book_id: id }, body, ...settings })
    : api.patch('/api/v1/series/{series_id}/metadata', { params: { series_id: id }, body, ...settings })
}
