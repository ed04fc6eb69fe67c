/** Child profiles: accounts without a password, into which their guardian switches. */
export { childProfileRoutes } from './child-profiles.routes'
