/** One export: its file, how far it is, and its end. */
export { downloadExport } from './export-files'
export { type ExportDeps, type ExportRun, exportHandler, exportTask } from './export-task'
export { csvLine } from './export-text.rules'
export { ownExports } from './exports.queries'
export { insertExport } from './exports.store'
/** Deletes what has expired. */
export { pruneExports } from './prune-exports'
export { seriesExportHandlers } from './series-export-task'
/** Each person's own exports of series and books. */
export { ownExport, removeExport, seriesExportRoutes, workView } from './series-exports.routes'
/** Who works in a task. */
export { createTaskViewer } from './task-viewer'
