/** Libraries: folders on the server's disk. */
export { librariesQuery, libraryCover, useLibraries } from './libraries.queries'
