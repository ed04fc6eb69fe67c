/** One book, or its 404. */
export { findRow as findBook } from '../../lists/engine'
/** Texts of books, and the viewer's own lists. */
export { adjacentBooks, BOOK_SHELVES, bookTexts } from './book.queries'
/** The routes of books, and how their lists show them. */
export { BOOK_VIEW, bookRoutes } from './book.routes'
/** Books, as lists know them. */
export { BOOKS } from './book-entity'
/** What a query of books brings back of each. */
export { BOOK_PLACE, BOOK_ROW, type BookPlace, type BookRow } from './book-row'
/** What scans write: books as their files come, change, move and go. */
export * as bookStore from './books.store'
/** One book with all that is known of it, or its 404. */
export { fullBook } from './full-books'
