/** Series: their cards and pages. */
export { SeriesCard } from './series-card'
export { seriesAuthors, seriesCover } from './series-facts'
