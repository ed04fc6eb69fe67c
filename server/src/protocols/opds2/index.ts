/** OPDS 2.0: its routes, and how the errors of both versions are written. */
export { opds2Form, signInForm } from './authentication'
export { opds2Routes } from './opds2.routes'
