/** Libraries: folders on the server's disk. */
export { librariesQuery, libraryCover, useLibraries } from './libraries.queries'
/** All libraries, or some of them. */
export { LibraryChoice } from './library-choice'
/** How a library opens. */
export { libraryStart } from './library-start'
