/** Who may be told of what happened. */
export { hearingKey, mayHear } from './audience'
/** Ids of libraries and series as keys, for those who may see them. */
export { libraryScope, requireLibrary, requireSeries, seriesScope, visibleLibraryIds } from './scope.queries'
/** The condition that a query of the catalogue joins, and its name in the key of a kept statement. */
export { visibilityKey, visible } from './visible'
