/** One book, or 404. */
export { findRow as findBook } from '../../lists/engine'
/** Books next to others, and the viewer's own lists. */
export { adjacentBooks, BOOK_SHELVES, firstReadable } from './book.queries'
/** The routes of books, and their view in lists. */
export { BOOK_VIEW, bookRoutes } from './book.routes'
/** The list entity of books. */
export { BOOKS } from './book-entity'
/** The columns of book queries. */
export { BOOK_PLACE, BOOK_ROW, type BookPlace, type BookRow } from './book-row'
/** Writes of scans: added, changed, moved and missing files. */
export * as bookStore from './books.store'
