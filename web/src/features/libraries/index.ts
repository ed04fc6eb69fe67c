/** Libraries: folders on the server's disk. */
export { librariesQuery, libraryCover, useLibraries } from './libraries.queries'
/** How a library opens. */
export { libraryStart } from './library-start'
