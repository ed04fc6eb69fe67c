import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import type { FilterPresetDto } from '../../api/types'
import { toast } from '../../ui/toast'
import { tp } from './messages'
import { homeQuery } from './presets.queries'

/** Whether a saved filter is a row of the home page, and how it becomes one; null until it is known. */
export function useHomePlace({ id, name }: FilterPresetDto) {
  const rows = useQuery(homeQuery).data?.rows
  if (!rows) return null
  const isThere = rows.some(row => row.presetId === id && row.shown)
  return {
    isThere,
    async toggle() {
      const others = rows.filter(row => row.presetId !== id)
      // Below what is shown, above what is hidden.
      const place = others.findLastIndex(row => row.shown) + 1
      const row = { kind: 'preset', presetId: id, shown: true } as const
      const body = { rows: isThere ? others : others.toSpliced(place, 0, row) }
      queryClient.setQueryData(homeQuery.queryKey, await api.put('/api/v1/user/home', { body }))
      toast({ message: tp(isThere ? 'preset.removedFromHome' : 'preset.addedToHome', { name }) })
    },
  }
}
