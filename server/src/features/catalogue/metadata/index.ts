/** File values of a book with locks. */
export * as fileRecord from './file-record'
/** Locked fields among those that files have. */
export * as lockedFields from './locked-fields.rules'
/** Metadata of a book, and its shape on the wire. */
export {
  embeddedOf,
  findMetadataOfBooks,
  type MetadataRow,
  metadataOfBooks,
} from './metadata.queries'
/** Writes of scans and people. */
export { saveEdited, saveMetadata, saveMetadataOfFiles, storedMetadataOf } from './metadata.store'
/** The columns of fields that files have, and of those that only people set. */
export * as metadataColumns from './metadata-columns'
/** Metadata of the books of one series. */
export * as metadataOfSeries from './metadata-of-series.queries'
export { ownValues } from './own-values'
/** Names stored with books, for changes of names. */
export * as storedNames from './stored-names.store'
/** Metadata of a book as the contract shows it, with its locks or without, and the locks alone. */
export * as metadataViews from './views'
