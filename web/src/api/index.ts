export { ApiError, addressOf, api, isNotFound, isOffline, toApiError } from './client'
export { queryClient } from './query-client'
export { queryKeys } from './query-keys'
export type * from './types'
