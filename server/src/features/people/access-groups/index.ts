/** The routes of access groups, and of what all of them give a user. */
export { accessGroupRoutes } from './access-groups.routes'
/** Follows the groups of an identity provider: to be called when somebody signs in by one. */
export { syncOidcGroups } from './access-groups.store'
