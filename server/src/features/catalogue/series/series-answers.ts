export { fullOneSeries } from './full-series'
export { seriesTexts } from './series.queries'
export { SERIES_VIEW } from './series.routes'
