/** Elects the process that runs one-time work at the start. */
export { isFirstServer } from './first-server'
/** Puts this process on the list of those on its database. */
export { type Presence, startPresence } from './presence'
/** The route of that list. */
export { processRoutes } from './processes.routes'
