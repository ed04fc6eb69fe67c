export { ApiError, api, isNotFound, isOffline, isUnauthorized, request } from './client'
export { queryClient } from './query-client'
export { queryKeys } from './query-keys'
export type * from './types'
