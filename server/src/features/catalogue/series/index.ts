/** Changes of a series, for events. */
export { publishSeriesEvent } from './publish-series-events'
/** One series, or 404. */
export { findSeries } from './series.queries'
/** The routes of series, and their view in lists. */
export { SERIES_VIEW, seriesRoutes } from './series.routes'
/** Writes of scans: added and moved series, and their sums. */
export {
  deleteEmptySeries,
  findSeriesAt,
  insertSeries,
  moveSeries,
  refreshSeries,
  takeSeriesPlace,
} from './series.store'
/** An own cover, from the image in its folder, and the text on a drawn one. */
export * as seriesCover from './series-cover.store'
/** The list entity of series. */
export { SERIES } from './series-entity'
/** Writes of a metadata refresh and of title rules. */
export * as seriesFields from './series-fields.store'
export { SERIES_ROW, type SeriesRow } from './series-row'
