/** One export: its file, its progress, and its deletion. */
export { downloadExport } from './export-files'
export { type ExportDeps, type ExportRun, exportHandler, exportTask } from './export-task'
export { csvLine } from './export-text.rules'
export { ownExports } from './exports.queries'
export { insertExport } from './exports.store'
/** Deletes expired exports. */
export { pruneExports } from './prune-exports'
export { seriesExportHandlers } from './series-export-task'
/** Each person's own exports of series and books. */
export { ownExport, removeExport, seriesExportRoutes, workView } from './series-exports.routes'
/** The user of a task. */
export { taskViewer } from './task-viewer'
