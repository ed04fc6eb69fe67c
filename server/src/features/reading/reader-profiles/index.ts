/** The routes of reader settings by scope. */
export { readerProfileRoutes } from './reader-profiles.routes'
