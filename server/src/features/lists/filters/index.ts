/** A condition as one SQL expression. */
export { compileCondition, compileOperation, type Elsewhere, type FieldSql, textSql, valueSql } from './compile'
/** A condition of a request body, checked. */
export { type Condition, type FieldKind, type Operation, parseCondition, usesField } from './condition'
/** Where the fields of conditions are. */
export * as fieldSql from './fields'
/** One library or series taken out of a condition. */
export { takeScope } from './scope'
/** Sorting by a named field. */
export { joinsOf, orderBy, parseSort, ranks, type Sort, type SortField } from './sort'
