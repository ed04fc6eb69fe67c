/** Validity of sessions, for every request. */
export { createLiveSessions, type LiveSessions } from './live-sessions'
/** Owner checks: rejects API keys, asks for the password again. */
export { type OwnerCheck, requireOwner } from './owner'
/** Redeems refresh tokens and issues new ones. */
export { insertRefreshToken, rotateRefreshToken, sessionByRefreshToken } from './refresh-tokens.store'
/** Sign-in methods. */
export type { SignInWay } from './session'
/** Records uses of sessions. */
export { createSessionUse } from './session-use'
/** The routes of sessions. */
export { sessionRoutes } from './sessions.routes'
/** Opens, extends and ends sessions. */
export { deleteOtherSessions, deleteSession, insertSession, prolongSession, pruneSessions } from './sessions.store'
