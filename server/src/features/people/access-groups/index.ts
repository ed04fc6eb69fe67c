/** The routes of access groups, and of effective access. */
export { accessGroupRoutes } from './access-groups.routes'
/** Synchronises memberships with an identity provider: call it at sign-in. */
export { type ChangingMembers, syncOidcGroups } from './access-groups.store'
