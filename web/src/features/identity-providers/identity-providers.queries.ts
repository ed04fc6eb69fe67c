import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { CreateIdentityProviderRequest, UpdateIdentityProviderRequest } from '../../api/types'

const PATH = '/api/v1/admin/identity-providers'

export const identityProvidersQuery = queryOptions({
  queryKey: queryKeys.identityProviders,
  queryFn: ({ signal }) => api.get(PATH, { signal }),
  staleTime: 0,
})

async function renew(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.providers })
  await queryClient.invalidateQueries({ queryKey: queryKeys.identityProviders })
}

export type ProviderChange =
  | { readonly name: null; readonly request: CreateIdentityProviderRequest }
  | { readonly name: string; readonly request: UpdateIdentityProviderRequest }

export const useSaveProvider = (onDone: () => void) =>
  useMutation({
    mutationFn: ({ name, request }: ProviderChange) =>
      name === null
        ? api.post(PATH, { body: request })
        : api.patch(`${PATH}/{provider}`, { params: { provider: name }, body: request }),
    onSuccess: () => renew().then(onDone),
  })

export const useDeleteProvider = (name: string, onDone: () => void) =>
  useMutation({
    mutationFn: () => api.delete(`${PATH}/{provider}`, { params: { provider: name } }),
    onSuccess: () => renew().then(onDone),
  })

export const useTestProvider = (name: string) =>
  useMutation({ mutationFn: () => api.post(`${PATH}/{provider}/test`, { params: { provider: name } }) })
