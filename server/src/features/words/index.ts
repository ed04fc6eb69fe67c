/** Books and series that have all of some words, as parts of a query. */

/** Other words in place of those that nothing has. */
export { withOtherWords } from './other-words.queries'
export {
  askText,
  countText,
  hasText,
  rankOrder,
  type TextAsked,
  type TextValues,
  textKind,
  textValues,
} from './text-search'
