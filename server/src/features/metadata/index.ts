/** Metadata of a book, and its shape on the wire. */
export { findMetadata, findMetadataOfBooks, type MetadataRow } from './metadata.queries'
export { metadataView } from './metadata.view'
