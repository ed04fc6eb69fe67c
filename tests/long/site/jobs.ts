import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../kit/client'
import type { Site } from './site'

/** Parameters of a job request. */
export interface JobPlace {
  readonly admin: Client
  readonly libraryId: string
  readonly seriesId: string
}

/** One kind of background work, and how a person requests it. */
export interface Job {
  readonly name: string
  readonly ask: (place: JobPlace) => Promise<Response>
  /** Prepares work for it while no server runs. */
  readonly prepare?: (site: Site) => Promise<void>
}

const post = ({ admin }: JobPlace, path: string, body: object = {}) =>
  admin.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

/** A run of a schedule that is made for it and comes due by itself on a leap day alone. */
async function scheduled(place: JobPlace, job: 'refresh' | 'integrity', config: object): Promise<Response> {
  const made = await post(place, '/api/v1/schedules', {
    ...(job === 'refresh' && { libraryId: place.libraryId }),
    name: `Long ${job}`,
    cronSchedule: '0 0 29 2 *',
    config,
  })
  if (!made.ok) return made
  const { id } = (await made.json()) as { id: string }
  return post(place, `/api/v1/schedules/${id}/run-now`)
}

export const JOBS: readonly Job[] = [
  { name: 'deep scan', ask: place => post(place, `/api/v1/libraries/${place.libraryId}/scan?mode=deep`) },
  { name: 'analysis', ask: place => post(place, `/api/v1/libraries/${place.libraryId}/analyze`) },
  {
    name: 'thumbnails',
    // One that is there with the same name would not be written again; of hidden books none is made.
    async prepare({ run, dataDir }) {
      const books = await run<{ id: string; version: string }>(
        'select id, cover_version as version from books where cover_version is not null and not deleted',
      )
      const names = new Set(books.map(({ id, version }) => `${id}-${version}.jpg`))
      for (const entry of readdirSync(join(dataDir, 'thumbnails'), { recursive: true, withFileTypes: true })) {
        if (names.has(entry.name)) rmSync(join(entry.parentPath, entry.name))
      }
    },
    ask: place => post(place, `/api/v1/libraries/${place.libraryId}/books/thumbnails/generate`, { force: true }),
  },
  {
    name: 'refresh',
    ask: place => scheduled(place, 'refresh', { type: 'metadata_refresh', provider: 'file' }),
  },
  { name: 'renumber', ask: place => post(place, `/api/v1/series/${place.seriesId}/renumber`) },
  { name: 'retry of errors', ask: place => post(place, '/api/v1/books/retry-all-errors') },
  {
    name: 'purge',
    ask: ({ admin, libraryId }) => admin.fetch(`/api/v1/libraries/${libraryId}/purge-deleted`, { method: 'DELETE' }),
  },
  { name: 'duplicates', ask: place => post(place, '/api/v1/duplicates/scan') },
  { name: 'clean-up', ask: place => post(place, '/api/v1/admin/cleanup-orphans') },
  { name: 'integrity', ask: place => scheduled(place, 'integrity', { type: 'integrity' }) },
]
