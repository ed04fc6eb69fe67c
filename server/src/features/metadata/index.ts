/** Metadata of a book with its locks, as the contract shows it. */
export { fullMetadataView } from './full-metadata.view'
/** What a person has locked of what a file tells. */
export { keptFields } from './kept-fields.rules'
/** Metadata of a book, and its shape on the wire. */
export { embeddedOf, findMetadata, findMetadataOfBooks, type MetadataRow } from './metadata.queries'
/** What scans write. */
export { saveMetadata } from './metadata.store'
export { metadataView } from './metadata.view'
