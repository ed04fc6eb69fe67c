/** The routes that request work for many books or series. */
export { bulkWorkRoutes } from './bulk-work.routes'
