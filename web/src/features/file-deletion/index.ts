import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { AppInfoDto } from '../../api/types'

/** Whether this server deletes files; asked for once somebody opens a menu who might. */
export function useDeletesFiles(asked: boolean): boolean {
  const { data } = useQuery({
    queryKey: queryKeys.info,
    queryFn: ({ signal }) => api.get<AppInfoDto>('/info', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: asked,
  })
  return data?.deletesFiles ?? false
}

export const DeleteFilesDialog = lazy(async () => {
  const [{ loadFileMessages }, dialog] = await Promise.all([import('./messages'), import('./delete-files-dialog')])
  await loadFileMessages()
  return { default: dialog.DeleteFilesDialog }
})

export const SeriesTitleDialog = lazy(async () => {
  const [{ loadFileMessages }, dialog] = await Promise.all([import('./messages'), import('./series-title-dialog')])
  await loadFileMessages()
  return { default: dialog.SeriesTitleDialog }
})
