/** Keys by prefix for the path of every request. */

/** A key, and keys as they are now. */
export type { ApiKey } from './api-key'
export { type ApiKeyCache, createApiKeyCache } from './api-key-cache'
export { apiKeysByPrefixes } from './api-keys.queries'
/** The contract's routes of API keys. */
export { type ApiKeyDeps, apiKeyRoutes } from './api-keys.routes'
/** What a call with a key may do. */
export { effectivePermissions } from './api-keys.rules'
/** Finds the key of a secret, or of its MD5. */
export { checkKey, checkReaderKey, type KeyCheck } from './check-key'
/** Keys as other protocols list, create and delete them. */
export * as keysOfProtocols from './for-protocols'
/** Notes when keys are used; `drain()` before the database closes. */
export { createKeyUse, type KeyUse } from './key-use'
/** Recognizes a secret by its format. */
export { secretPrefix } from './secret.rules'
