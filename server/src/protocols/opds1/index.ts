/** OPDS 1.2: its routes, and how its errors are written. */
export { opds1Form } from './error-feed'
export { opds1Routes } from './opds1.routes'
