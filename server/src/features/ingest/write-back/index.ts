/** Writing metadata to the files of books, on request. */

export { isWritingFiles } from './writable-books.queries'
export { writeBackRoutes } from './write-back.routes'
export { type WriteBackDeps, writeBackHandlers } from './write-back-task'
