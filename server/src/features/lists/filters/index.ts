/** A condition as one SQL expression, and the values of a field. */
export { compileCondition, type FieldSql, textSql, valueSql } from './compile'
/** A validated condition of a request body. */
export { type Condition, type Operation, parseCondition, usesField } from './condition'
/** SQL of filter fields. */
export * as fieldSql from './fields'
/** Extracts one library or series from a condition. */
export { takeScope } from './scope'
/** The ORDER BY of a sort, and its joins. */
export * as ordering from './sort'
/** Sorting by a named field. */
export { parseSort, type Sort, type SortField } from './sort'
