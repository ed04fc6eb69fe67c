/** Lists of series and books: the query, and its address. */
export { type ListState, listBody, stateOf } from './list-state'
export { type Condition, defaultSort, type ListKind, type ListView, type Question } from './question/question'
