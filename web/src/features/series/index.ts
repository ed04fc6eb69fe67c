/** Series: their cards and pages. */
export { seriesRowQuery } from './series.queries'
export { SeriesCard } from './series-card'
export { seriesCover } from './series-facts'
