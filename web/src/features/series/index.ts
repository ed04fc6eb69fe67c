/** Series: their cards and pages. */
export { SeriesCard } from './series-card'
export { seriesCover } from './series-facts'
