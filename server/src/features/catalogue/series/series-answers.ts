export { fullOneSeries } from './full-series'
export { SERIES_VIEW } from './series.routes'
export { seriesTexts } from './series-row'
