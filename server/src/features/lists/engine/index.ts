/** List entities, and the types of their descriptions. */
export type * as list from './entity'
export { type Entity, OWN_ORDER } from './entity'
/** Answers to list requests. */
export { addressOf, type ListDeps, type ListView, listAnswers } from './list-answers'
/** Maximum number of rows counted per statement. */
export { countList } from './list-query'
/** A validated list of a request. */
export { parseList } from './request'
/** Pages of lists, rows by key, and one row by id. */
export { columnsOf, findRow, type RowShape, rowsByKeys, selectAllKeys, selectPage } from './rows'
/** Groups of a list by first letter, and values of a field. */
export * as summaries from './summaries'
