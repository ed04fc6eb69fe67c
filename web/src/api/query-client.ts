import { QueryClient } from '@tanstack/react-query'
import { ApiError, isNotFound } from './api-error'
import { whenBack } from './connection'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A local server answers without internet, so the browser's offline state is ignored.
      networkMode: 'always',
      staleTime: 15_000,
      gcTime: 15 * 60_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: attempt => 400 * 2 ** attempt,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

interface FailedQuery {
  readonly state: { readonly error: unknown }
}

/** For pages whose loader has just requested the same: what does not exist is not requested again. */
export const requestedByLoader = { retryOnMount: ({ state }: FailedQuery) => !isNotFound(state.error) }

/** Errors that may be temporary: the server has crashed, or is starting. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500
}

whenBack(() => void queryClient.invalidateQueries())
