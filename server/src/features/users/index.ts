/** A user without the password. */
export type { Account } from './account'
/** Accounts by id for the path of every request; `forget` after a change. */
export { type AccountCache, createAccountCache } from './account-cache'
/** The first admin, made once however many ask at once, and what the others are told. */
export { alreadySetUp, createFirstUser } from './create-first-user'
/** Checks a password, as slowly when there is no such user. */
export { verifyPassword } from './passwords'
/** Names of permissions as they come in and as they are kept. */
export { parsePermissions, permissionNamed } from './permissions.rules'
/** A new password from the command line. */
export { resetPassword } from './reset-password'
/** Whether the server is set up; an account with its password hash, by name or e-mail address. */
export { anyUserExists, credentialsByName } from './users.queries'
/** The account that is signed in. */
export { userRoutes } from './users.routes'
/** How two names are compared. */
export { nameKey } from './users.rules'
/** Notes when a user signed in. */
export { setLastLogin } from './users.store'
/** A user as sign-in answers one. */
export { userInfo } from './users.view'
