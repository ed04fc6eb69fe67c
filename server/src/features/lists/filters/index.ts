/** A condition as one SQL expression. */
export { compileCondition, compileOperation, type FieldSql, textSql } from './compile'
/** A condition of a request body, checked. */
export { type Condition, type FieldKind, type Operation, parseCondition } from './condition'
/** One library or series taken out of a condition. */
export { takeScope } from './scope'
/** Sorting by a named field. */
export { joinsOf, orderBy, parseSort, ranks, type Sort, type SortField } from './sort'
