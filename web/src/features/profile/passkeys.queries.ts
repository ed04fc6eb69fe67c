import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { createPasskey } from '../auth/passkey-browser'
import type { Confirmed } from './credential-dialog'

export const passkeysQuery = queryOptions({
  queryKey: queryKeys.passkeys,
  queryFn: ({ signal }) => api.get('/api/v1/user/passkeys', { signal }),
})

const renewed = (onDone: () => void) => () => {
  void queryClient.invalidateQueries({ queryKey: queryKeys.passkeys })
  onDone()
}

export function useAddPasskey(onDone: () => void) {
  return useMutation({
    mutationFn: async ({ name, ...body }: Confirmed & { readonly name: string }) =>
      createPasskey(await api.post('/api/v1/user/passkeys/options', { body, impatient: true }), name),
    onSuccess: renewed(onDone),
  })
}

export function useRenamePasskey(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (name: string) =>
      api.patch('/api/v1/user/passkeys/{passkey_id}', { params: { passkey_id: id }, body: { name } }),
    onSuccess: renewed(onDone),
  })
}

export function useRemovePasskey(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: (body: Confirmed) =>
      api.post('/api/v1/user/passkeys/{passkey_id}/remove', { params: { passkey_id: id }, body, impatient: true }),
    onSuccess: renewed(onDone),
  })
}
