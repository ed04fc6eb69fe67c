export { fullOneSeries } from './full-series'
export { seriesTexts } from './series.queries'
