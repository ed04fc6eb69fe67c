/** Books and series that have all of some words, as parts of a query. */

/** How many rows have them. */
export * as counting from './count-text'
/** Words that there are, in place of their beginnings. */
export { inKnownWords } from './known-words.queries'
/** Where a text has words. */
export { findWords, type Marked, markWords } from './mark-words'
/** Other words in place of those that nothing has. */
export { withOtherWords } from './other-words.queries'
export {
  hasText,
  type Indexed,
  type Listed,
  parseText,
  type TextQuery,
  type TextValues,
  textKind,
  textValues,
} from './text-search'
/** Rows that have words, one after the other. */
export * as wordIndex from './word-rows'
