/** Identifies what a viewer sees in the key of a cached statement. */
export { visibilityKey } from '../../../kernel/viewer'
/** Who may receive an event, and the facts that decide it. */
export { type FactsOf, hearingKey, mayHear } from './audience'
/** Visible counts per library for viewers who see it in part. */
export { visibleCounts } from './counts.queries'
export { lookUpFacts } from './facts.queries'
/** What users may see by their own limits and those of their groups, and why. */
export * as limits from './limits'
/** Ids of libraries and series as keys, for those who may see them. */
export {
  libraryScope,
  requireLibrary,
  requireSeries,
  requireWholeLibrary,
  seriesScope,
  visibleLibraryIds,
} from './scope.queries'
/** The condition that a query of the catalogue joins. */
export { isPartial, visible } from './visible'
