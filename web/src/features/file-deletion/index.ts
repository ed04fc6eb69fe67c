import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import { lazyPart } from '../../ui/lazy-part'

/** Whether this server deletes files; requested when somebody with permission opens a menu. */
export function useDeletesFiles(asked: boolean): boolean {
  const { data } = useQuery({
    queryKey: queryKeys.info,
    queryFn: ({ signal }) => api.get('/api/v1/info', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: asked,
  })
  return data?.deletesFiles ?? false
}

export const DeleteFilesDialog = lazyPart(async () => ({
  default: (await import('./delete-files-dialog')).DeleteFilesDialog,
}))

export const SeriesTitleDialog = lazyPart(async () => ({
  default: (await import('./series-title-dialog')).SeriesTitleDialog,
}))
