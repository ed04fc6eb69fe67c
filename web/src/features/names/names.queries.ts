import type { FacetChangeResponse } from '@octavo/contract/facet'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { addressOf, api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { FacetDto, FacetKindName, UpdateFacetRequest } from '../../api/types'
import type { NameSort } from './name-kinds'

export const namesOnPage = 60

export interface NameList {
  readonly kind: FacetKindName
  readonly q: string
  readonly sort: NameSort
  readonly page: number
}

export const namesQuery = ({ kind, q, sort, page }: NameList, pageSize = namesOnPage) =>
  queryOptions({
    queryKey: queryKeys.nameList({ kind, q, sort, page, pageSize }),
    queryFn: ({ signal }) =>
      api.get('/api/v1/facets/{kind}', {
        params: { kind },
        query: { page, pageSize, sort, ...(q ? { q } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

export const nameGroupsQuery = (kind: FacetKindName, q: string) =>
  queryOptions({
    queryKey: queryKeys.nameGroups({ kind, q }),
    queryFn: ({ signal }) =>
      api.get('/api/v1/facets/{kind}/alphabetical-groups', { params: { kind }, query: q ? { q } : {}, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

export const nameQuery = (kind: FacetKindName, id: string) =>
  queryOptions({
    queryKey: queryKeys.name(id),
    queryFn: ({ signal }) => api.get('/api/v1/facets/{kind}/{facet_id}', { params: { kind, facet_id: id }, signal }),
  })

/** Address of the picture of a name; it changes with the picture. */
export function namePicture(
  { kind, id, coverVersion }: Pick<FacetDto, 'kind' | 'id' | 'coverVersion'>,
  width = 400,
): string {
  return addressOf('/api/v1/facets/{kind}/{facet_id}/thumbnail', {
    params: { kind, facet_id: id },
    query: { width, ...(coverVersion ? { v: coverVersion } : {}) },
  })
}

/** The name with this spelling, through aliases; null if there is none. */
export async function findName(kind: FacetKindName, name: string): Promise<string | null> {
  const found = await api.get('/api/v1/facets/{kind}', { params: { kind }, query: { name, pageSize: 1 } })
  return found.data[0]?.id ?? null
}

const stale = () =>
  Promise.all(
    [queryKeys.names, queryKeys.series, queryKeys.books].map(queryKey => queryClient.invalidateQueries({ queryKey })),
  )

export interface NameAt {
  readonly kind: FacetKindName
  readonly id: string
}

const paramsOf = ({ kind, id }: NameAt) => ({ kind, facet_id: id })

export const useEditName = (at: NameAt) =>
  useMutation({
    mutationFn: (body: UpdateFacetRequest) =>
      api.patch('/api/v1/facets/{kind}/{facet_id}', { params: paramsOf(at), body }),
    onSuccess: stale,
  })

export const useMergeNames = (at: NameAt) =>
  useMutation({
    mutationFn: (facetIds: readonly string[]) =>
      api.post('/api/v1/facets/{kind}/{facet_id}/merge', { params: paramsOf(at), body: { facetIds: [...facetIds] } }),
    onSuccess: stale,
  })

/** A preview of a merge. */
export const mergePreviewQuery = (at: NameAt, facetIds: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.name(at.id), 'merge', facetIds],
    queryFn: ({ signal }) =>
      api.post('/api/v1/facets/{kind}/{facet_id}/merge', {
        params: paramsOf(at),
        body: { facetIds: [...facetIds], dryRun: true },
        signal,
      }),
    enabled: facetIds.length > 0,
    staleTime: 0,
  })

/** Merges and renames of a name. */
export const nameChangesQuery = (at: NameAt) =>
  queryOptions({
    queryKey: [...queryKeys.name(at.id), 'changes'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/v1/facets/{kind}/{facet_id}/changes', { params: paramsOf(at), signal })).changes,
    staleTime: 0,
  })

export async function undoChange(at: NameAt, change_id: string): Promise<FacetChangeResponse> {
  const params = { ...paramsOf(at), change_id }
  const undone = await api.post('/api/v1/facets/{kind}/{facet_id}/changes/{change_id}/undo', { params })
  await stale()
  return undone
}

export const useUndoChange = (at: NameAt) => useMutation({ mutationFn: (id: string) => undoChange(at, id) })

export const useAddAlias = (at: NameAt) =>
  useMutation({
    mutationFn: (name: string) =>
      api.post('/api/v1/facets/{kind}/{facet_id}/aliases', { params: paramsOf(at), body: { name } }),
    onSuccess: stale,
  })

export const useRemoveAlias = (at: NameAt) =>
  useMutation({
    mutationFn: (aliasId: string) =>
      api.delete('/api/v1/facets/{kind}/{facet_id}/aliases/{alias_id}', {
        params: { ...paramsOf(at), alias_id: aliasId },
      }),
    onSuccess: stale,
  })

/** `onDone` leaves the page of the name, which would request it again. */
export const useDeleteName = (at: NameAt, onDone: () => Promise<void>) =>
  useMutation({
    mutationFn: () => api.delete('/api/v1/facets/{kind}/{facet_id}', { params: paramsOf(at) }),
    onSuccess: async () => {
      await onDone()
      await stale()
    },
  })

export const unusedNamesQuery = (kind: FacetKindName) =>
  queryOptions({
    queryKey: [...queryKeys.names, 'unused', kind],
    queryFn: ({ signal }) =>
      api.post('/api/v1/facets/{kind}/cleanup', { params: { kind }, body: { dryRun: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const useCleanUp = (kind: FacetKindName) =>
  useMutation({
    mutationFn: () => api.post('/api/v1/facets/{kind}/cleanup', { params: { kind }, body: {} }),
    onSuccess: stale,
  })
