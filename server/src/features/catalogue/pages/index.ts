/** Pages and files as answers, for this API and for the protocols. */
export { fileAnswer, type PageDeps, pageAnswer } from './answers.routes'
/** Media type of a book's file, and zips that are generated to be sent. */
export * as sentFile from './download'
/** A folder of images as a zip. */
export { folderArchive } from './folder-archive'
/** Books whose pages are being read. */
export { createOpenBooks, type OpenBook, type OpenBooks } from './open-books'
/** The routes of pages and files. */
export { pageRoutes } from './page.routes'
/** Callback for pages that fail to render. */
export type { PageFailures } from './page-failures'
/** The stored page index. */
export { unpackEpub, unpackPages } from './page-index'
/** Writes of scans. */
export { removePages, savePages } from './pages.store'
/** The answer for a part of a book that cannot be shown. */
export { partRefusal } from './part-refusal'
