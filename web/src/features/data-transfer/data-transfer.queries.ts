import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'

const key = ['own-data'] as const
const WORKING = ['pending', 'running', 'checking', 'applying']
/** Polling interval of a list with running work. */
const LOOK_MS = 1_500

export const isWorking = ({ status }: { readonly status: string }) => WORKING.includes(status)

export const dataExportsQuery = queryOptions({
  queryKey: [...key, 'exports'] as const,
  queryFn: ({ signal }) => api.get('/api/v1/user/data/exports', { signal }),
  refetchInterval: ({ state }) => (state.data?.exports.some(isWorking) ? LOOK_MS : false),
})

export const dataImportsQuery = queryOptions({
  queryKey: [...key, 'imports'] as const,
  queryFn: ({ signal }) => api.get('/api/v1/user/data/imports', { signal }),
  refetchInterval: ({ state }) => (state.data?.imports.some(isWorking) ? LOOK_MS : false),
})

export const freshenOwnData = () => queryClient.invalidateQueries({ queryKey: key })

export function sendArchive(file: File) {
  const body = new FormData()
  body.append('file', file)
  return api.post('/api/v1/user/data/imports', { body })
}
