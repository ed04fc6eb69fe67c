/** Exports of what a list shows. */
export { ExportButton } from './export-button'
