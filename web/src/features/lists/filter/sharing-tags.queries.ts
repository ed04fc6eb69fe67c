import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/query-keys'
import { useMay } from '../../auth'

/** A field that is asked by those alone who give tags. */
export const guardedField = 'sharingTag'

/** Whether the viewer may ask for sharing tags. */
export const useMayAskTags = () => useMay('system-admin')

/** Names of all sharing tags; none for who may not give them, and while they are not there. */
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
