/** Places in documents as reading apps write them, which know books by hashes. */
export { type DocumentDeps, documentPlace, saveDocumentPlace } from './sync-document'
