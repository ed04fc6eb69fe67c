/** Places in documents that reading apps identify by hashes. */
export { type DocumentDeps, documentPlace, saveDocumentPlace } from './sync-document'
