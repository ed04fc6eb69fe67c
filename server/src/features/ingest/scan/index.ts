/** For `octavo scan PATH`. */
export { type DescribedBook, type Description, describePath } from './describe-path'
/** Exclusions of a library. */
export { createExclusions } from './exclusions'
/** The disks of a library. */
export { mountsAround } from './mounts'
/** Places missing or unreadable at the last scan. */
export { readAbsences } from './presence'
/** Implements the libraries' interface to scans. */
export { libraryScans } from './request-scan'
/** The routes of scans. */
export { scanRoutes } from './scan.routes'
/** Deletes old reports. */
export { pruneScans } from './scan.store'
/** The worker's part. */
export { scanHandlers } from './scan-handlers'
/** Scans requested by a schedule. */
export { scheduledScan } from './scheduled-scan'
/** Page hashes for books that an older version has read. */
export { enqueueSums } from './sum-books'
/** Scans of changes on the disk. */
export { watchedScan } from './watched-scan'
