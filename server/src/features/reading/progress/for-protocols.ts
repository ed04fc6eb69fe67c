export { shownPercentage } from './percentage.rules'
export type { ProgressDeps } from './progress-deps'
export { type Hrefs, progressionOf, saveProgression } from './progression'
