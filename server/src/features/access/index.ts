/** Who may be told of what happened, and what that is looked up by. */

export { visibilityKey } from '../../kernel/viewer'
export { type FactsOf, hearingKey, mayHear } from './audience'
/** How much of each library is there for somebody who sees it in part. */
export { visibleCounts } from './counts.queries'
export { lookUpFacts } from './facts.queries'
/** What users may see, by their own limits and those of their groups. */
export { visibilitiesOf } from './limits.queries'
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
