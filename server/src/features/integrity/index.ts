/** Whether the files of books are whole. */
export { INTEGRITY_TASK, type IntegrityDeps, integrityHandler } from './check-integrity'
/** How much a check would read. */
export { librariesToCheck, sizeOfCheck } from './integrity.queries'
