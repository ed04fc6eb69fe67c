/** Numbers that follow from the files. */
export { renumberAll, renumberSeries } from './renumber-series'
