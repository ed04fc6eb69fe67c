/** A condition, and a search for words, as one SQL expression. */
export { compileCondition, containsWords, type FieldSql } from './compile'
/** A condition of a request body, checked. */
export { type Condition, type FieldKind, type Operation, parseCondition } from './condition'
/** One library or series taken out of a condition. */
export { takeScope } from './scope'
/** Sorting by a named field. */
export { orderBy, parseSort, type Sort, type SortField } from './sort'
