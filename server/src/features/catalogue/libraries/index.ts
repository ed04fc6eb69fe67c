/** The formats that a request allows. */

/** Where libraries may be, and where people may look for folders. */
export * as libraryFolders from './allowed-folders'
export { allowedFormats } from './allowed-formats.rules'
/** Makes the library of a folder; the one of `octavo serve FOLDER`. */
export { createLibrary, ensureLibrary, type LibraryChanges } from './create-library'
/** Libraries that a viewer may see, and their folders. */
export { allLibraries, findLibrary, type LibraryRow } from './libraries.queries'
/** What scans and schedules write: counts, notes and settings that they keep in step with theirs. */
export * as libraryStore from './libraries.store'
/** The routes of libraries. */
export { libraryRoutes } from './library.routes'
/** A library as the contract shows it. */
export { libraryView } from './library.view'
/** What libraries ask of scans. */
export type { LibraryScans } from './library-scans'
/** What libraries ask of schedules. */
export type { LibrarySchedules } from './library-schedules'
/** Events of a library. */
export { publishLibraryEvent } from './publish-library-event'
/** Changes a library. */
export { updateLibrary } from './update-library'
