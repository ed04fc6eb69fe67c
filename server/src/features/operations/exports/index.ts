export type { ExportDeps } from './export-task'
/** Deletes what has expired. */
export { pruneExports } from './prune-exports'
export { seriesExportHandlers } from './series-export-task'
/** Each person's own exports of series and books. */
export { seriesExportRoutes } from './series-exports.routes'
