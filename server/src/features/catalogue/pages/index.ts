/** Pages and files as answers, for this API and for the protocols. */
export { fileAnswer, type PageDeps, pageAnswer } from './answers.routes'
/** What a book's file is sent as. */
export * as sentFile from './download'
/** A folder of images as a zip. */
export { folderArchive } from './folder-archive'
/** Books whose pages are being read. */
export { createOpenBooks, type OpenBook, type OpenBooks } from './open-books'
/** The routes of pages and files. */
export { pageRoutes } from './page.routes'
/** Receives pages that cannot be shown. */
export type { PageFailures } from './page-failures'
/** The page index as it is stored. */
export { packPages, unpackEpub, unpackPages } from './page-index'
/** What scans write. */
export { removePages, savePages } from './pages.store'
