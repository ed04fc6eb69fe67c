/** The routes by which metadata of books is changed. */
export { bookEditRoutes, type EditingDeps } from './book-edits.routes'
