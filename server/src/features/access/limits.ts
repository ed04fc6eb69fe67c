export { explainSeries } from './explain.queries'
export { visibilitiesOf } from './limits.queries'
