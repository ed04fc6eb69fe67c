/** Bulk edits, by ids or by a condition. */
export { bulkEditRoutes } from './bulk-edit.routes'
export { bulkEditHandlers } from './bulk-edit-task'
export type { BulkEditDeps } from './bulk-run'
/** The routes that request work for many books or series. */
export { bulkWorkRoutes } from './bulk-work.routes'
/** Deletes entries older than the retention. */
export { pruneBulkEdits } from './prune-bulk-edits'
