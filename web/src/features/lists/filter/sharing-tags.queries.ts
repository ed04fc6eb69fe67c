import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/query-keys'
import { useMay } from '../../auth'

/** A field only for people who assign tags. */
export const guardedField = 'sharingTag'

/** Whether the viewer may filter by sharing tags. */
export const useMayAskTags = () => useMay('system-admin')

/** Names of all sharing tags; empty without permission, and while loading. */
export function useSharingTagNames(wanted: boolean): readonly string[] {
  const may = useMayAskTags()
  const { data } = useQuery({
    queryKey: queryKeys.sharingTags,
    queryFn: async ({ signal }) =>
      (await api.get('/api/v1/admin/sharing-tags', { query: { pageSize: 500 }, signal })).data,
    staleTime: 30_000,
    enabled: may && wanted,
    select: tags => tags.map(({ name }) => name),
  })
  return data ?? []
}
