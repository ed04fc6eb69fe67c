/** The routes of a person's own data. */
export { dataTransferRoutes } from './data-transfer.routes'
export { type DataTransferDeps, dataTransferHandlers } from './data-transfer-tasks'
/** Deletes what has expired. */
export { pruneImports } from './prune-imports'
