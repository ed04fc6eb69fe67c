/** Integrity checks of the files of books. */
export { type IntegrityDeps, integrityCheck, integrityHandlers } from './check-integrity'
/** How much a check would read. */
export { librariesToCheck, sizeOfCheck } from './integrity.queries'
