/** Requests a passkey from a browser and verifies the answer. */
export { createPasskeys, type Passkeys } from './passkeys'
/** Passkeys in the profile. */
export { passkeyRoutes } from './passkeys.routes'
/** Removes passkeys of a user who has lost them, and expired challenges. */
export { passkeyCount, pruneChallenges, removePasskeysOf } from './passkeys.store'
