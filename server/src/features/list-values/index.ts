/** The values of a field, each with how many rows have it. */
export { type CountedValue, countValues, type ValueSql, type ValuesAsked } from './count-values'
