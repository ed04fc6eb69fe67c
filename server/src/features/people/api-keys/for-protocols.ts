export { ownApiKeys } from './api-keys.queries'
export { revokeKey } from './change-key'
export { createKey } from './create-key'
