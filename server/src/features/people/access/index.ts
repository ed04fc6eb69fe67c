/** Key of a viewer's visibility, for cached statements. */
export { visibilityKey } from '../../../kernel/viewer'
/** Who may receive an event, and the facts that decide it. */
export { type FactsOf, hearingKey, mayHear } from './audience'
/** Visible counts per library for viewers who see it in part. */
export { visibleCounts } from './counts.queries'
export { lookUpFacts } from './facts.queries'
/** What users may see by their own limits and those of their groups, and why. */
export * as limits from './limits'
/** Resolves visible ids of libraries and series to keys. */
export {
  libraryScope,
  requireLibrary,
  requireSeries,
  requireWholeLibrary,
  seriesScope,
  visibleLibraryIds,
} from './scope.queries'
/** The visibility condition of catalogue queries. */
export { isPartial, visible } from './visible'
