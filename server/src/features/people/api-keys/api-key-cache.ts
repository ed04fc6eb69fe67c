import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { createFreshCache, type FreshCache } from '../../../kernel/fresh-cache'
import type { ApiKey } from './api-key'
import { apiKeyByPrefix } from './api-keys.queries'

/** Keys by prefix, needed for every call with a key. Changes by other processes appear within a second. */
export type ApiKeyCache = FreshCache<ApiKey | null>

/** Calls `onForget` for each key changed in this process. */
export function createApiKeyCache(deps: { reader: Reader; now: Clock; onForget?: () => void }): ApiKeyCache {
  const { reader, ...rest } = deps
  return createFreshCache({
    load: prefix => apiKeyByPrefix(reader, prefix),
    maxAgeMs: 500,
    maxEntries: 10_000,
    ...rest,
  })
}
