/** A list of books in the words of the contract, checked. */
export { askBooks } from './ask-books'
/** One book, or its 404. */
export { bookTexts, findBook } from './book.queries'
/** The routes of books. */
export { bookRoutes } from './book.routes'
/** A page of books that meet a question. */
export { selectBooks } from './book-list.queries'
/** What a query of books brings back of each. */
export { BOOK_PLACE, BOOK_ROW, type BookPlace, type BookRow } from './book-row'
/** What scans write: books as their files come, change, move and go. */
export * as bookStore from './books.store'
/** The viewer's own lists. */
export { inProgressBooks, onDeckBooks } from './shelf.queries'
