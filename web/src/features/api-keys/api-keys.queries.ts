import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { CreateApiKeyRequest } from '../../api/types'

export const apiKeysQuery = queryOptions({
  queryKey: queryKeys.apiKeys,
  queryFn: async ({ signal }) => (await api.get('/api/v1/api-keys', { query: { pageSize: 500 }, signal })).data,
})

/** The secret is only in this answer; the page shows it and no cache stores it. */
export function useCreateApiKey() {
  return useMutation({
    mutationFn: (key: CreateApiKeyRequest) => api.post('/api/v1/api-keys', { body: key }),
    onSuccess: freshen,
    gcTime: 0,
  })
}

export function useRevokeApiKey(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: () => api.delete('/api/v1/api-keys/{api_key_id}', { params: { api_key_id: id } }),
    onSuccess: () => {
      freshen()
      onDone()
    },
  })
}

function freshen(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys })
}
