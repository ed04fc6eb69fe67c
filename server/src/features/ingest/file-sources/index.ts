/** What each file says of a book. */
export { fileSourceRoutes } from './file-sources.routes'
