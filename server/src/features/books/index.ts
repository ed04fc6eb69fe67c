/** One book, or its 404. */
export { adjacentBooks, bookTexts, findBook, seriesBooks } from './book.queries'
/** The routes of books. */
export { bookRoutes } from './book.routes'
/** A page of books that meet a question. */
export { type BookQuestion, selectBooks } from './book-list.queries'
/** What a query of books brings back of each. */
export { BOOK_PLACE, BOOK_ROW, type BookPlace, type BookRow } from './book-row'
/** What scans write: books as their files come, change, move and go. */
export * as bookStore from './books.store'
/** The viewer's own lists. */
export { inProgressBooks, onDeckBooks, recentlyReadBooks } from './shelf.queries'
