/** Keys by prefix, for the authentication of requests. */

/** A key, and current keys. */
export type { ApiKey } from './api-key'
export { type ApiKeyCache, createApiKeyCache } from './api-key-cache'
export { apiKeysByPrefixes } from './api-keys.queries'
/** The contract's routes of API keys. */
export { type ApiKeyDeps, apiKeyRoutes } from './api-keys.routes'
/** Permissions of a call with a key. */
export { effectivePermissions } from './api-keys.rules'
/** Finds the key of a secret, or of its MD5. */
export { checkKey, checkReaderKey, type KeyCheck } from './check-key'
/** Keys as other protocols list, create and delete them. */
export * as keysOfProtocols from './for-protocols'
/** Records uses of keys; `drain()` before the database closes. */
export { createKeyUse, type KeyUse } from './key-use'
/** Recognizes a secret by its format. */
export { secretPrefix } from './secret.rules'
