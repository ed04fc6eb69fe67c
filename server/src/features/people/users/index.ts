/** A user without the password. */
export type { Account } from './account'
/** Cached accounts by id, for every request; `forget` after a change. */
export { type AccountCache, createAccountCache } from './account-cache'
/** Accounts for the command line. */
export * as accountCommands from './account-commands'
/** Creates the first administrator, once for concurrent requests. */
export { createFirstUser } from './create-first-user'
/** Permission names as received and as stored. */
export * as permissionNames from './permissions.rules'
/** Checks of who may manage, see or view the server as whom; requested limits; when users were last seen. */
export * as userAccess from './user-access'
/** Whether the server is set up; an account with its password hash, by name or e-mail address. */
export { anyUserExists, credentialsByName } from './users.queries'
/** Users, and the signed-in account. */
export { userRoutes } from './users.routes'
/** A new account in stored form, and comparison of names. */
export { checkedAccount, nameKey } from './users.rules'
/** Inserts a user; changes credentials. */
export { insertUser, updateSignIn } from './users.store'
/** A user in the answer of a sign-in. */
export { userInfo } from './users.view'
