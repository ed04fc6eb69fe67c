/** Metadata of a book with its locks, as the contract shows it. */
export { fullMetadataView } from './full-metadata.view'
/** Metadata of a book, and its shape on the wire. */
export { findMetadata, findMetadataOfBooks, type MetadataRow } from './metadata.queries'
/** What scans write. */
export { removeMetadata, saveMetadata } from './metadata.store'
export { metadataView } from './metadata.view'
