import type { AddCoverRequest, CoverCrop, CoverDto } from '@octavo/contract/cover'
import { queryOptions } from '@tanstack/react-query'
import { addressOf, api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { FacetKindName } from '../../api/types'

export type { CoverCrop, CoverDto }

/** The subject of a cover. */
export type CoverSubject = {
  readonly kind: 'book' | 'series' | 'library' | 'name'
  readonly id: string
  /** Kind of name. */
  readonly facetKind?: FacetKindName
  readonly title: string
  /** The book whose pages can become its cover. */
  readonly pages?: number
}

type Place = Pick<CoverSubject, 'kind' | 'id' | 'facetKind'>

const nameParams = ({ id, facetKind = 'author' }: Place) => ({ kind: facetKind, facet_id: id })

export const coversQuery = (place: Place) =>
  queryOptions({
    queryKey: [...keyOf(place), 'covers'],
    queryFn: async ({ signal }): Promise<readonly CoverDto[]> => {
      const { kind, id } = place
      if (kind === 'name') {
        const params = nameParams(place)
        return (await api.get('/api/v1/facets/{kind}/{facet_id}/covers', { params, signal })).covers
      }
      if (kind === 'book') {
        return (await api.get('/api/v1/books/{book_id}/covers', { params: { book_id: id }, signal })).covers
      }
      if (kind === 'series') {
        return (await api.get('/api/v1/series/{series_id}/covers', { params: { series_id: id }, signal })).covers
      }
      return (await api.get('/api/v1/libraries/{library_id}/covers', { params: { library_id: id }, signal })).covers
    },
  })

/** Whether scans leave the cover alone; null for a library, which scans never change. */
export const coverLockQuery = ({ kind, id }: Place) =>
  queryOptions({
    queryKey: [...keyOf({ kind, id }), 'cover-lock'],
    queryFn: async ({ signal }): Promise<boolean | null> => {
      if (kind === 'book') {
        const locks = await api.get('/api/v1/books/{book_id}/metadata/locks', { params: { book_id: id }, signal })
        return locks.coverLock
      }
      if (kind !== 'series') return null
      const locks = await api.get('/api/v1/series/{series_id}/metadata/locks', { params: { series_id: id }, signal })
      return locks.cover
    },
  })

export async function lockCover({ kind, id }: Place, locked: boolean): Promise<void> {
  if (kind === 'book') {
    await api.put('/api/v1/books/{book_id}/metadata/locks', { params: { book_id: id }, body: { coverLock: locked } })
  } else if (kind === 'series') {
    await api.put('/api/v1/series/{series_id}/metadata/locks', { params: { series_id: id }, body: { cover: locked } })
  }
}

/** Query keys to invalidate when a cover changes. Below the keys of the subject, so events invalidate them too. */
export function keyOf({ kind, id }: Place) {
  if (kind === 'book') return queryKeys.book(id)
  if (kind === 'name') return queryKeys.name(id)
  return kind === 'series' ? queryKeys.oneSeries(id) : queryKeys.library(id)
}

export function uploadCover(place: Place, file: Blob): Promise<CoverDto> {
  const { kind, id } = place
  const body = new FormData()
  body.append('file', file)
  if (kind === 'book') return api.post('/api/v1/books/{book_id}/cover', { params: { book_id: id }, body })
  if (kind === 'name') return api.post('/api/v1/facets/{kind}/{facet_id}/cover', { params: nameParams(place), body })
  if (kind === 'series') return api.post('/api/v1/series/{series_id}/cover', { params: { series_id: id }, body })
  return api.post('/api/v1/libraries/{library_id}/cover', { params: { library_id: id }, body })
}

export function addCover(place: Place, body: AddCoverRequest): Promise<CoverDto> {
  const { kind, id } = place
  if (kind === 'name') return api.post('/api/v1/facets/{kind}/{facet_id}/covers', { params: nameParams(place), body })
  if (kind === 'book') return api.post('/api/v1/books/{book_id}/covers', { params: { book_id: id }, body })
  if (kind === 'series') return api.post('/api/v1/series/{series_id}/covers', { params: { series_id: id }, body })
  return api.post('/api/v1/libraries/{library_id}/covers', { params: { library_id: id }, body })
}

export async function resetCover(place: Place): Promise<void> {
  const { kind, id } = place
  if (kind === 'name')
    await api.delete('/api/v1/facets/{kind}/{facet_id}/covers/selected', { params: nameParams(place) })
  else if (kind === 'book') await api.delete('/api/v1/books/{book_id}/covers/selected', { params: { book_id: id } })
  else if (kind === 'series') {
    await api.delete('/api/v1/series/{series_id}/covers/selected', { params: { series_id: id } })
  } else await api.delete('/api/v1/libraries/{library_id}/covers/selected', { params: { library_id: id } })
}

export async function selectCover(place: Place, cover_id: string): Promise<void> {
  const { kind, id } = place
  if (kind === 'name') {
    await api.put('/api/v1/facets/{kind}/{facet_id}/covers/{cover_id}/select', {
      params: { ...nameParams(place), cover_id },
    })
  } else if (kind === 'book') {
    await api.put('/api/v1/books/{book_id}/covers/{cover_id}/select', { params: { book_id: id, cover_id } })
  } else if (kind === 'series') {
    await api.put('/api/v1/series/{series_id}/covers/{cover_id}/select', { params: { series_id: id, cover_id } })
  } else {
    await api.put('/api/v1/libraries/{library_id}/covers/{cover_id}/select', { params: { library_id: id, cover_id } })
  }
}

export async function cropCover(place: Place, cover_id: string, crop: CoverCrop | null): Promise<void> {
  const { kind, id } = place
  const body = { crop }
  if (kind === 'name') {
    await api.patch('/api/v1/facets/{kind}/{facet_id}/covers/{cover_id}', {
      params: { ...nameParams(place), cover_id },
      body,
    })
  } else if (kind === 'book') {
    await api.patch('/api/v1/books/{book_id}/covers/{cover_id}', { params: { book_id: id, cover_id }, body })
  } else if (kind === 'series') {
    await api.patch('/api/v1/series/{series_id}/covers/{cover_id}', { params: { series_id: id, cover_id }, body })
  } else {
    await api.patch('/api/v1/libraries/{library_id}/covers/{cover_id}', { params: { library_id: id, cover_id }, body })
  }
}

export async function deleteCover(place: Place, cover_id: string): Promise<void> {
  const { kind, id } = place
  if (kind === 'name') {
    await api.delete('/api/v1/facets/{kind}/{facet_id}/covers/{cover_id}', {
      params: { ...nameParams(place), cover_id },
    })
  } else if (kind === 'book') {
    await api.delete('/api/v1/books/{book_id}/covers/{cover_id}', { params: { book_id: id, cover_id } })
  } else if (kind === 'series') {
    await api.delete('/api/v1/series/{series_id}/covers/{cover_id}', { params: { series_id: id, cover_id } })
  } else {
    await api.delete('/api/v1/libraries/{library_id}/covers/{cover_id}', { params: { library_id: id, cover_id } })
  }
}

/** A picture to choose, or the whole picture of a cropped one; its address changes with it. */
export function pictureOf(place: Place, cover: CoverDto, isWhole = false): string {
  const { kind, id } = place
  const query = { width: isWhole ? 800 : 400, v: cover.updatedAt, ...(isWhole && { whole: 'true' as const }) }
  const cover_id = cover.id
  if (kind === 'book') {
    return addressOf('/api/v1/books/{book_id}/covers/{cover_id}/image', { params: { book_id: id, cover_id }, query })
  }
  if (kind === 'name') {
    return addressOf('/api/v1/facets/{kind}/{facet_id}/covers/{cover_id}/image', {
      params: { ...nameParams(place), cover_id },
      query,
    })
  }
  if (kind === 'series') {
    return addressOf('/api/v1/series/{series_id}/covers/{cover_id}/image', {
      ...{ params: { series_id: id, cover_id }, query },
    })
  }
  return addressOf('/api/v1/libraries/{library_id}/covers/{cover_id}/image', {
    ...{ params: { library_id: id, cover_id }, query },
  })
}

export function pagePicture(bookId: string, page: number): string {
  return addressOf('/api/v1/books/{book_id}/pages/{page_number}', {
    params: { book_id: bookId, page_number: page },
    query: { width: 400 },
  })
}
