import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { SettingDto, SettingHistoryDto } from '../../api/types'

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => api.get<SettingDto[]>('/admin/settings', { signal }),
  staleTime: 0,
})

export const historyQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.settingHistory(key),
    queryFn: ({ signal }) => api.get<SettingHistoryDto[]>(`/admin/settings/${key}/history`, { signal }),
    staleTime: 0,
  })

/** Saves a value, or with null gives the default back. */
export function useSaveSetting(key: string, onSaved: (setting: SettingDto) => void) {
  return useMutation({
    mutationFn: ({ value, reason }: { readonly value: string | null; readonly reason: string }) =>
      value === null
        ? api.post<SettingDto>(`/admin/settings/${key}/reset`, { body: {} })
        : api.put<SettingDto>(`/admin/settings/${key}`, { body: { value, changeReason: reason || null } }),
    onSuccess: setting => {
      queryClient.setQueryData<SettingDto[]>(queryKeys.settings, all =>
        all?.map(one => (one.key === key ? setting : one)),
      )
      void queryClient.invalidateQueries({ queryKey: queryKeys.settingHistory(key) })
      onSaved(setting)
    },
  })
}
