import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { hintSignedIn } from '../../api/signed-in-hint'
import type { InitializeSetupRequest } from '../../api/types'

export const setupQuery = queryOptions({
  queryKey: queryKeys.setup,
  queryFn: ({ signal }) => api.get('/api/v1/setup/status', { signal, anonymous: true }),
  staleTime: 0,
})

/** The token of the one-time set-up link. */
export async function createAdmin(account: InitializeSetupRequest, token: string | undefined): Promise<void> {
  const answer = await api.post('/api/v1/setup/initialize', {
    body: account,
    headers: token ? { 'X-Setup-Token': token } : undefined,
    anonymous: true,
  })
  queryClient.setQueryData(queryKeys.me, answer.user)
  hintSignedIn(true)
}
