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
/** The worker's part. */
export { scanHandlers } from './scan-handlers'
/** Scans that a schedule asks for. */
export { scheduledScan } from './scheduled-scan'
/** For books that an older version has read: sums of their pages. */
export { enqueueSums } from './sum-books'
/** Scans of what has changed on the disk. */
export { watchedScan } from './watched-scan'
