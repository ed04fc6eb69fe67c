/** A user without the password. */
export type { Account } from './account'
/** Accounts by id for the path of every request; `forget` after a change. */
export { type AccountCache, createAccountCache } from './account-cache'
/** What the command line does with accounts. */
export * as accountCommands from './account-commands'
/** The first admin, made once however many ask at once. */
export { createFirstUser } from './create-first-user'
/** Permission names as received and as stored. */
export * as permissionNames from './permissions.rules'
/** Checks of who may manage, see or view the server as whom; requested limits; when users were last seen. */
export * as userAccess from './user-access'
/** Whether the server is set up; an account with its password hash, by name or e-mail address. */
export { anyUserExists, credentialsByName } from './users.queries'
/** The account that is signed in. */
export { userRoutes } from './users.routes'
/** A new account as stored, and how names are compared. */
export { checkedAccount, nameKey } from './users.rules'
/** Inserts a user; changes what somebody signs in by. */
export { insertUser, updateSignIn } from './users.store'
/** A user as sign-in answers one. */
export { userInfo } from './users.view'
