/** The routes of books in trouble. */
export { bookErrorRoutes } from './book-errors.routes'
