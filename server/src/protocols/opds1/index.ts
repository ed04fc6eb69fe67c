/** The routes of OPDS 1.2. */
export { type Opds1Deps, opds1Routes } from './opds1.routes'
