/** Edits of many, by ids or by a condition. */
export { bulkEditRoutes } from './bulk-edit.routes'
export { type BulkEditDeps, bulkEditHandlers } from './bulk-edit-task'
/** The routes that request work for many books or series. */
export { bulkWorkRoutes } from './bulk-work.routes'
/** Deletes what is older than the retention time. */
export { pruneBulkEdits } from './prune-bulk-edits'
