/** Search by words in books and series, as parts of a query. */

/** Counting of matches. */
export * as counting from './count-text'
/** Known words for prefixes. */
export { inKnownWords } from './known-words.queries'
/** Positions of words in a text. */
export { findWords, type Marked, markWords } from './mark-words'
/** Similar words for those without matches. */
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
/** Rows with words, one after the other. */
export * as wordIndex from './word-rows'
