/** Books: their cards, their pages, their lists. */
export { BookCard } from './book-card'
export { bookCover, bookOrigin, bookTitle } from './book-facts'
export { bookRowQuery, booksOfSeriesQuery } from './books.queries'
