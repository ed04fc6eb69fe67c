/** OPDS 1.2: its routes, and its error format. */
export { opds1Form } from './error-feed'
export { opds1Routes } from './opds1.routes'
/** Addresses with a slash at the end. */
export { opdsPath } from './path'
