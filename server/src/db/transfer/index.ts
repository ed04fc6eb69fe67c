export { type CopiedTable, checkTarget, copyTables, knownSteps } from './copy-tables'
export { type JsonLinesTarget, jsonLinesSource, jsonLinesTarget, linesOf, type TableFile, writeAll } from './json-lines'
export { type Cell, copiedTables, type Row, type RowSource, type RowTarget } from './rows'
export {
  changeSqlite,
  checkSqlite,
  countRows,
  snapshotSqlite,
  sqliteSource,
  sqliteTarget,
  storedSecret,
} from './sqlite-rows'

/** Loaded only for PostgreSQL. */
export async function postgresRows() {
  return import('./postgres-rows')
}
