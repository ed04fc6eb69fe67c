// Separate from the titles of cards, which load first.
import { bookTitle } from './book-title'
import { numberInName } from './number-in-name.rules'

/** The title on screens of a book in a record without its numbers, which its name has. */
export function recordedTitle(title: string, seriesName: string): string {
  return bookTitle({ title, seriesName, ...numberInName(title) })
}
