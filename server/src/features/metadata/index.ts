/** Metadata of a book, and its shape on the wire. */
export { findMetadata } from './metadata.queries'
export { metadataView } from './metadata.view'
