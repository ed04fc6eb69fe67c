/** Lists of series and books: the question that is asked of them, and its address. */
export { type ListState, questionOf, stateOf } from './list-state'
export type { Condition, ListKind, ListView, Question } from './question/question'
