/** A noun as the engine knows it, and the types that its description is written with. */
export type * as list from './entity'
export { type Entity, OWN_ORDER } from './entity'
/** Lists as answers to requests. */
export { addressOf, type ListDeps, type ListView, listAnswers } from './list-answers'
/** How many rows a statement about a list counts. */
export { countList } from './list-query'
/** A list of a request, checked. */
export { parseList } from './request'
/** Pages of lists, rows by their keys, and one by its id. */
export { columnsOf, findRow, type RowShape, rowsByKeys, selectAllKeys, selectPage } from './rows'
/** What a list has by first letter and by the values of a field, and how much libraries have. */
export * as summaries from './summaries'
