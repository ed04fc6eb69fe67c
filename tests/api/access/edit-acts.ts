// Reverted edits, bulk edits and chosen covers: requests that schemas alone cannot build.
import type { CoverDto } from '@octavo/contract/cover'
import { until } from '../../kit/client'
import { pngImage } from '../../kit/images'
import type { Inhabited } from '../people'
import { jsonInit, type World } from './objects'
import type { Person } from './people'

type Act = () => Promise<Response>

/** Requests by operation id; the administrator prepares what they need. */
export function editActs(octavo: Inhabited, who: Person, world: World): Readonly<Record<string, Act>> {
  const { book = '', series = '', facet = '' } = world.open
  return {
    ...coverActs(octavo, who, 'book', `/api/v1/books/${book}`),
    ...coverActs(octavo, who, 'series', `/api/v1/series/${series}`),
    ...coverActs(octavo, who, 'library', `/api/v1/libraries/${world.open.library}`),
    ...coverActs(octavo, who, 'facet', `/api/v1/facets/genre/${facet}`),
    undo_facet_change: undoOf(octavo, who, `/api/v1/facets/genre/${facet}`),
    set_series_cover_source: () =>
      who.as.fetch(`/api/v1/series/${series}/cover/source`, jsonInit({ source: 'custom' }, 'PATCH')),
    revert_book_metadata: revertOf(octavo, who, `/api/v1/books/${book}`),
    revert_series_metadata: revertOf(octavo, who, `/api/v1/series/${series}`),
    ...bulkActs(octavo, who, { book, series }),
    delete_external_rating: async () => {
      const ratings = `/api/v1/series/${series}/external-ratings`
      await octavo.admin.post(ratings, { sourceName: 'anilist', rating: 80 })
      return who.as.fetch(`${ratings}/anilist`, { method: 'DELETE' })
    },
  }
}

/** A summary set by the administrator and reverted by somebody else. */
function revertOf({ admin }: Inhabited, who: Person, at: string): Act {
  return async () => {
    await admin.patch(`${at}/metadata`, { summary: 'To be reverted' })
    return who.as.fetch(`${at}/metadata/revert`, jsonInit({ field: 'summary' }))
  }
}

/** A name changed by the administrator and reverted by somebody else. */
function undoOf({ admin }: Inhabited, who: Person, at: string): Act {
  return async () => {
    await admin.patch(at, { name: 'Renamed genre' })
    await admin.put('/api/v1/tasks/control', { paused: false })
    const [change] = await until(
      async () => (await admin.get<{ changes: readonly { id: string }[] }>(`${at}/changes`)).changes,
      changes => changes.length > 0,
    )
    await admin.put('/api/v1/tasks/control', { paused: true })
    return who.as.fetch(`${at}/changes/${change?.id}/undo`, { method: 'POST' })
  }
}

function bulkActs(
  { admin }: Inhabited,
  who: Person,
  { book, series }: { readonly book: string; readonly series: string },
) {
  const edit = (kind: 'books' | 'series', id: string, summary: string) =>
    who.as.fetch(
      `/api/v1/${kind}/bulk/edits`,
      jsonInit({ selection: { ids: [id] }, action: { type: 'edit', changes: { [summary]: 'Of many' } } }),
    )
  async function revert(): Promise<Response> {
    const { editId } = (await (await edit('books', book, 'edition')).json()) as { editId: string }
    await admin.put('/api/v1/tasks/control', { paused: false })
    await until(
      () => who.as.get<{ state: string }>(`/api/v1/bulk-edits/${editId}`),
      ({ state }) => state === 'done',
    )
    await admin.put('/api/v1/tasks/control', { paused: true })
    return who.as.fetch(`/api/v1/bulk-edits/${editId}/revert`, { method: 'POST' })
  }
  return {
    start_bulk_book_edit: () => edit('books', book, 'imprint'),
    start_bulk_series_edit: () => edit('series', series, 'imprint'),
    revert_bulk_edit: revert,
  }
}

/** Every picture has its own colour: a duplicate is refused. */
let colours = 0

function coverActs({ admin }: Inhabited, who: Person, kind: 'book' | 'series' | 'library' | 'facet', at: string) {
  const upload = async (as: Person['as']) => {
    const body = new FormData()
    colours += 1
    const colour = `#${(colours * 9).toString(16).padStart(2, '0').repeat(3)}`
    body.append('file', new Blob([Buffer.from(await pngImage({ width: 60, height: 90 }, colour))]), 'cover.png')
    return as.fetch(`${at}/cover`, { method: 'POST', body })
  }
  const uploaded = async () => `${at}/covers/${((await (await upload(admin)).json()) as CoverDto).id}`
  const crop = { x: 0, y: 0, width: 0.5, height: 0.5 }
  return {
    [`upload_${kind}_cover`]: () => upload(who.as),
    [`add_${kind}_cover`]: () => who.as.fetch(`${at}/covers`, jsonInit({ generated: true })),
    [`select_${kind}_cover`]: async () => {
      const [first] = [await uploaded(), await uploaded()]
      return who.as.fetch(`${first}/select`, { method: 'PUT' })
    },
    [`change_${kind}_cover`]: async () => who.as.fetch(await uploaded(), jsonInit({ crop }, 'PATCH')),
    [`delete_${kind}_cover`]: async () => who.as.fetch(await uploaded(), { method: 'DELETE' }),
    [`reset_${kind}_cover`]: async () => {
      await upload(admin)
      return who.as.fetch(`${at}/covers/selected`, { method: 'DELETE' })
    },
  }
}
