/** Metadata that is written to the files of books, on request. */

export { writeBackRoutes } from './write-back.routes'
export { type WriteBackDeps, writeBackHandlers } from './write-back-task'
