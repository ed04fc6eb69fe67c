/** Names books anew after a library's rules have changed. */
export { NAMING_TASK, namingHandler } from './apply-naming'
/** For `octavo scan PATH`. */
export { type DescribedBook, type Description, describePath } from './describe-path'
/** Scans on somebody's wish, and what libraries ask of scans. */
export { libraryScans, requestScan, type ScanRequests, stopScan } from './request-scan'
/** The routes of scans. */
export { scanRoutes } from './scan.routes'
/** Deletes old reports. */
export { pruneScans } from './scan.store'
/** What the scan works with. */
export type { ScanDeps } from './scan.types'
/** The worker's part: the task type and its handler. */
export { SCAN_TASK, scanHandler } from './scan-task'
/** Scans that a schedule asks for. */
export { scheduledScan } from './scheduled-scan'
