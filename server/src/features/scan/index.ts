/** Names books anew after a library's rules have changed. */
export { NAMING_TASK, namingHandler } from './apply-naming'
/** For `octavo scan PATH`. */
export { type DescribedBook, type Description, describePath } from './describe-path'
/** What a library leaves out. */
export { createExclusions } from './exclusions'
/** The disks of a library. */
export { mountsAround } from './mounts'
/** Places that the last scan could not find or read. */
export { readAbsences } from './presence'
/** What libraries ask of scans. */
export { libraryScans } from './request-scan'
/** The routes of scans. */
export { scanRoutes } from './scan.routes'
/** Deletes old reports. */
export { pruneScans } from './scan.store'
export { SCAN_TASK } from './scan.types'
/** The worker's part: the task type and its handler. */
export { scanHandler } from './scan-task'
/** Scans that a schedule asks for. */
export { scheduledScan } from './scheduled-scan'
/** Scans of what has changed on the disk. */
export { watchedScan } from './watched-scan'
