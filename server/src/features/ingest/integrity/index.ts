/** Whether the files of books are whole. */
export { type IntegrityDeps, integrityCheck, integrityHandlers } from './check-integrity'
/** How much a check would read. */
export { librariesToCheck, sizeOfCheck } from './integrity.queries'
