/** The newest release, if an address was set. */
export { createUpdates, type Updates } from './updates'
/** Its route. */
export { updateRoutes } from './updates.routes'
