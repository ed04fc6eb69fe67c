import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import type { FilterPresetDto, HomeDto } from '../../api/types'
import { toast } from '../../ui/toast'
import { tp } from './messages'
import { homeQuery } from './presets.queries'

/** Whether a saved filter is a row of the home page, and a function to make it one; null while unknown. */
export function useHomePlace({ id, name }: FilterPresetDto) {
  const rows = useQuery(homeQuery).data?.rows
  if (!rows) return null
  const isThere = rows.some(row => row.presetId === id && row.shown)
  return {
    isThere,
    async toggle() {
      if (isThere) await saveRows(rows.filter(row => row.presetId !== id))
      else await addToHome(id)
      toast({ message: tp(isThere ? 'preset.removedFromHome' : 'preset.addedToHome', { name }) })
    },
  }
}

/** As the last visible row. */
export async function addToHome(presetId: string): Promise<void> {
  const { rows } = await queryClient.fetchQuery(homeQuery)
  const others = rows.filter(row => row.presetId !== presetId)
  const place = others.findLastIndex(row => row.shown) + 1
  await saveRows(others.toSpliced(place, 0, { kind: 'preset', presetId, shown: true }))
}

async function saveRows(rows: HomeDto['rows']): Promise<void> {
  queryClient.setQueryData(homeQuery.queryKey, await api.put('/api/v1/user/home', { body: { rows } }))
}
