export { explainSeries } from './explain.queries'
export { visibilitiesOf } from './limits.queries'
export { type Inherited, requireSight, sightOf } from './sight'
