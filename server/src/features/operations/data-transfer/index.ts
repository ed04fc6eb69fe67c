/** The routes of a person's own data. */
export { dataTransferRoutes } from './data-transfer.routes'
export { type DataTransferDeps, dataTransferHandlers } from './data-transfer-tasks'
/** Deletes expired imports. */
export { pruneImports } from './prune-imports'
