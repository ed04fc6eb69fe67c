import { queryOptions, useQuery } from '@tanstack/react-query'
import { addressOf, api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { BrowseResponse, LibraryDto } from '../../api/types'

/** All libraries by name; a server has few, so one page of maximum size contains them all. */
export const librariesQuery = queryOptions({
  queryKey: queryKeys.libraries,
  queryFn: async ({ signal }) => (await api.get('/api/v1/libraries', { query: { pageSize: 500 }, signal })).data,
  staleTime: 60_000,
})

export const useLibraries = () => useQuery(librariesQuery)

/** A thumbnail of a library's chosen cover; null for the drawn one. */
export function libraryCover(library: Pick<LibraryDto, 'id' | 'coverVersion'>): string | null {
  if (!library.coverVersion) return null
  return addressOf('/api/v1/libraries/{library_id}/thumbnail', {
    params: { library_id: library.id },
    query: { width: 200, v: library.coverVersion },
  })
}

/** Folders of the server's disk; without a path, the starting points. */
export const folderQuery = (path: string | null) =>
  queryOptions({
    queryKey: queryKeys.folder(path),
    queryFn: async ({ signal }): Promise<BrowseResponse> => {
      if (path !== null) return api.get('/api/v1/filesystem/browse', { query: { path }, signal })
      const entries = await api.get('/api/v1/filesystem/drives', { signal })
      return { currentPath: '', entries }
    },
    staleTime: 5000,
    retry: false,
  })

/** A preview of folders as a library, optionally by other naming rules. */
export const previewQuery = (paths: readonly string[], naming?: object) =>
  queryOptions({
    queryKey: queryKeys.preview(paths, naming),
    queryFn: ({ signal }) => api.post('/api/v1/libraries/preview-scan', { body: { paths, ...naming }, signal }),
    staleTime: 30_000,
    retry: false,
  })

/** The books of a library that other rules would rename: the first hundred, and their number. */
export const namingPreviewQuery = (libraryId: string, naming: object) =>
  queryOptions({
    queryKey: queryKeys.namingPreview(libraryId, naming),
    queryFn: ({ signal }) =>
      api.post('/api/v1/libraries/{library_id}/naming/preview', {
        params: { library_id: libraryId },
        query: { pageSize: 100, onlyChanged: 'true' },
        body: naming,
        signal,
      }),
    gcTime: 0,
    retry: false,
  })
