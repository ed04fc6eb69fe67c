/** A condition as one SQL expression, and the values of a field. */
export { compileCondition, type FieldSql, textSql, valueSql } from './compile'
/** A condition of a request body, checked. */
export { type Condition, type FieldKind, type Operation, parseCondition, usesField } from './condition'
/** Where the fields of conditions are. */
export * as fieldSql from './fields'
/** One library or series taken out of a condition. */
export { takeScope } from './scope'
/** The ORDER BY of a sort, and what it needs. */
export * as ordering from './sort'
/** Sorting by a named field. */
export { parseSort, type Sort, type SortField } from './sort'
