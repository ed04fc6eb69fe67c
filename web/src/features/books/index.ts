/** Books: their cards, their pages, their lists. */
export { BookCard } from './book-card'
export { bookCover, bookOrigin } from './book-facts'
export { bookTitle } from './book-title'
export { bookRowQuery, booksOfSeriesQuery, mostNewBooks } from './books.queries'
