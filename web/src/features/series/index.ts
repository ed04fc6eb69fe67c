/** Series: their cards and pages. */
export { newSeriesQuery } from './series.queries'
export { SeriesCard } from './series-card'
export { seriesCover } from './series-facts'
