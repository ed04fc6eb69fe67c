import { queryOptions } from '@tanstack/react-query'
import { addressOf, api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import { type CuratedList, type ListKind, sizeOf } from './list-kind'

export const curatedListsQuery = (kind: ListKind) =>
  queryOptions({
    queryKey: queryKeys.listKind(kind),
    queryFn: async ({ signal }): Promise<readonly CuratedList[]> =>
      kind === 'collections'
        ? (await api.get('/api/v1/collections', { signal })).items
        : (await api.get('/api/v1/readlists', { signal })).items,
    staleTime: 30_000,
  })

/** The cover of the first member; null if none is visible. */
export function listCover(kind: ListKind, list: CuratedList): string | null {
  const { id, updatedAt } = list
  if (sizeOf(list) === 0 && !list.automatic) return null
  const address =
    kind === 'collections'
      ? addressOf('/api/v1/collections/{collection_id}/thumbnail', { params: { collection_id: id } })
      : addressOf('/api/v1/readlists/{read_list_id}/thumbnail', { params: { read_list_id: id } })
  return `${address}?${new URLSearchParams({ width: '320', at: updatedAt })}`
}
