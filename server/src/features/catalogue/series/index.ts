/** What became of a series, for those who listen. */
export { publishSeriesEvent } from './publish-series-events'
/** One series, or its 404. */
export { findSeries } from './series.queries'
/** The routes of series. */
export { seriesRoutes } from './series.routes'
/** What scans write: a series as its folder comes and moves, and its sums. */
export {
  deleteEmptySeries,
  findSeriesAt,
  insertSeries,
  moveSeries,
  refreshSeries,
  takeSeriesPlace,
} from './series.store'
/** Series as the contract shows them: several by their keys, and one with all that is known of it. */
export * as seriesAnswers from './series-answers'
/** A cover of its own, of the image in its folder. */
export * as seriesCover from './series-cover.store'
/** Series, as lists know them. */
export { SERIES } from './series-entity'
/** What a refresh of metadata and rules for titles write. */
export * as seriesFields from './series-fields.store'
export { SERIES_ROW, type SeriesRow } from './series-row'
