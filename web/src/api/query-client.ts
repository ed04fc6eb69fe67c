import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { whenBack } from './connection'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A server in the house answers without internet, so the browser's word "offline" stops nothing.
      networkMode: 'always',
      staleTime: 15_000,
      gcTime: 15 * 60_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: attempt => 400 * 2 ** attempt,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** ErrorNotice that may be gone a moment later: the server fell over, or is just starting. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500
}

whenBack(() => void queryClient.invalidateQueries())
