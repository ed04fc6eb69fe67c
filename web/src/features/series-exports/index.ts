/** Exports of lists. */
export { ExportButton } from './export-button'
