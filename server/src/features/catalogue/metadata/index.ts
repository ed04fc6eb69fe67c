/** What a file says of a book with locks. */
export * as fileRecord from './file-record'
/** What a person has locked of what a file tells. */
export * as lockedFields from './locked-fields.rules'
/** Locks as the contract shows them. */
export { bookLocksView } from './locks.view'
/** Metadata of a book, and its shape on the wire. */
export {
  embeddedOf,
  findMetadataOfBooks,
  type MetadataRow,
  metadataOfBooks,
} from './metadata.queries'
/** What scans write, and what people do. */
export { saveEdited, saveMetadata, saveMetadataOfFiles, storedMetadataOf } from './metadata.store'
/** What only a person fills. */
export { OWN_COLUMNS } from './own-columns'
export { ownValues } from './own-values'
/** Names stored with books, when names change. */
export * as storedNames from './stored-names.store'
/** Metadata of a book as the contract shows it, with its locks or without. */
export * as metadataViews from './views'
