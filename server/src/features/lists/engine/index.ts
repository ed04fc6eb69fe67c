/** What a condition asks for. */
export { usesField } from './asks'
/** What the engine has to know of a noun. */
export type { Entity } from './entity'
/** How many rows begin with each character. */
export { selectGroups } from './groups'
/** A list as its statements are made of, and parts of them. */
export { countList, type ListQuery, type ListStatement } from './list-query'
/** One page of a list: keys first, and how many rows there are. */
export { keysOf, selectKeys } from './select-page'
/** The values of a field, each with how many rows have it. */
export { type CountedValue, namesOfKind, selectValues, type ValueSql, type ValuesQuery } from './values'
