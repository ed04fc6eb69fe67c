import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { SettingDto } from '../../api/types'
import type { DraftChange } from './settings.rules'

export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => api.get('/api/v1/admin/settings', { signal }),
  staleTime: 0,
})

export const historyQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.settingHistory(key),
    queryFn: ({ signal }) =>
      api.get('/api/v1/admin/settings/{setting_key}/history', { params: { setting_key: key }, signal }),
    staleTime: 0,
  })

/** Saves all changes or none of them. */
export function useSaveSettings(onSaved: (saved: readonly SettingDto[]) => void) {
  return useMutation({
    mutationFn: ({ changes, reason }: { readonly changes: readonly DraftChange[]; readonly reason: string }) =>
      api.post('/api/v1/admin/settings/bulk', {
        body: {
          updates: changes.map(({ setting: { key }, value }) => ({ key, value })),
          changeReason: reason.trim() || null,
        },
      }),
    onSuccess: saved => {
      const byKey = new Map(saved.map(setting => [setting.key, setting]))
      queryClient.setQueryData<SettingDto[]>(queryKeys.settings, all => all?.map(one => byKey.get(one.key) ?? one))
      for (const key of byKey.keys()) void queryClient.invalidateQueries({ queryKey: queryKeys.settingHistory(key) })
      onSaved(saved)
    },
  })
}
