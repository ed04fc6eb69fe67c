/** Elects the process that runs one-time work at the start. */
export { isFirstServer } from './first-server'
/** Registers this process among those on its database. */
export { type Presence, startPresence } from './presence'
/** The route that lists them. */
export { processRoutes } from './processes.routes'
