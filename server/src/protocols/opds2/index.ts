/** OPDS 2.0: its routes, and the error format of both versions. */
export { opds2Form, signInForm } from './authentication'
export { opds2Routes } from './opds2.routes'
