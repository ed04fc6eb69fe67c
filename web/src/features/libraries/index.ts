/** Libraries: folders on the server's disk. */
export { librariesQuery, useLibraries } from './libraries.queries'
