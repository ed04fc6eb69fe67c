import { addressOf, api } from '../../api/client'
import type { Locks } from './draft.rules'
import type { Subject } from './edited-fields'

/** What is edited, and the version that a change names, so that nobody's edit is lost. */
export interface Versioned {
  readonly metadata: Readonly<Record<string, unknown>>
  readonly locks: Locks
  readonly version: string | null
}

export async function readMetadata(subject: Subject, id: string, signal?: AbortSignal): Promise<Versioned> {
  const path = `/${subject}/${id}/metadata`
  const answer = await fetch(addressOf(path), { credentials: 'same-origin', cache: 'no-store', signal: signal ?? null })
  // Whatever is wrong is said as it is everywhere else.
  const metadata = answer.ok
    ? ((await answer.json()) as Record<string, unknown>)
    : await api.get<Record<string, unknown>>(path, { signal })
  return { metadata, locks: metadata.locks as Locks, version: answer.headers.get('etag') }
}

export function sendEdit(subject: Subject, id: string, body: object, version: string | null): Promise<unknown> {
  return api.patch(`/${subject}/${id}/metadata`, { body, ...(version && { headers: { 'If-Match': version } }) })
}
