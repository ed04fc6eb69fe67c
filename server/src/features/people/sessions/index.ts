/** Whether a session still is, for every request. */
export { createLiveSessions, type LiveSessions } from './live-sessions'
/** What belongs to the owner of an account alone: refuses API keys, asks for the password again. */
export { type OwnerCheck, requireOwner } from './owner'
/** Takes refresh tokens in and gives new ones out. */
export { insertRefreshToken, rotateRefreshToken, sessionByRefreshToken } from './refresh-tokens.store'
/** How somebody came in. */
export type { SignInWay } from './session'
/** Notes when sessions are used. */
export { createSessionUse } from './session-use'
/** Where somebody is signed in. */
export { sessionRoutes } from './sessions.routes'
/** Opens, prolongs and ends sessions. */
export { deleteOtherSessions, deleteSession, insertSession, prolongSession, pruneSessions } from './sessions.store'
