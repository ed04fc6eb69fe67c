/** Changes of a series, for events. */
export { publishSeriesEvent } from './publish-series-events'
/** One series, or 404. */
export { findSeries } from './series.queries'
/** The routes of series. */
export { seriesRoutes } from './series.routes'
/** Writes of scans: added and moved series, and their sums. */
export {
  deleteEmptySeries,
  findSeriesAt,
  insertSeries,
  moveSeries,
  refreshSeries,
  takeSeriesPlace,
} from './series.store'
/** Series as the contract shows them: several by key, and one complete. */
export * as seriesAnswers from './series-answers'
/** An own cover, from the image in its folder. */
export * as seriesCover from './series-cover.store'
/** The list entity of series. */
export { SERIES } from './series-entity'
/** Writes of a metadata refresh and of title rules. */
export * as seriesFields from './series-fields.store'
export { SERIES_ROW, type SeriesRow } from './series-row'
