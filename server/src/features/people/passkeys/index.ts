/** Asks a browser for a passkey and checks what it answers. */
export { createPasskeys, type Passkeys } from './passkeys'
/** What the profile changes about them. */
export { passkeyRoutes } from './passkeys.routes'
/** Those of a user who has lost them; challenges that nobody can answer any more. */
export { passkeyCount, pruneChallenges, removePasskeysOf } from './passkeys.store'
