/** The formats that a request allows. */

/** Allowed folders for libraries and for browsing. */
export * as libraryFolders from './allowed-folders'
export { allowedFormats } from './allowed-formats.rules'
/** Creates the library of a folder; that of `octavo serve FOLDER`. */
export { createLibrary, ensureLibrary, type LibraryChanges } from './create-library'
/** Libraries that a viewer may see, and their folders. */
export { allLibraries, findLibrary, type LibraryRow } from './libraries.queries'
/** Writes of scans and schedules: counts, notes and synchronised settings. */
export * as libraryStore from './libraries.store'
/** The routes of libraries. */
export { libraryRoutes } from './library.routes'
/** A library as the contract shows it. */

/** Interface to scans. */
export type { LibraryScans } from './library-scans'
/** Interface to schedules. */
export type { LibrarySchedules } from './library-schedules'
/** Events of a library. */
export { publishLibraryEvent } from './publish-library-event'
/** Changes a library. */
export { updateLibrary } from './update-library'
