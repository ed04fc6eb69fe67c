/** Child profiles: accounts without a password, into which their guardian switches. */
export { childProfileRoutes } from './child-profiles.routes'
/** Stores an administrator's age limit, which the guardian cannot raise. */
export { capAge } from './child-profiles.store'
