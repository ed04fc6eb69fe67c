/** Libraries: a folder on the server's disk each. */
export { librariesQuery, useLibraries } from './libraries.queries'
