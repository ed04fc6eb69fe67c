/** The metadata of a book by source. */
export { fileSourceRoutes } from './file-sources.routes'
