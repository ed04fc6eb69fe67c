/** Changes of names, and pages of them. */
export * as facetChanges from './facet-changes.store'
/** Names of one kind as list fields. */
export { nameField, ofNames } from './facet-condition'
export * as facetPages from './facet-pages'
/** Genres and tags of books and series the viewer may see. */
export { type Names, NO_NAMES, namesOf } from './facets.queries'
/** Writes of scans and people. */
export {
  type Facet,
  type FacetKind,
  facetsOfMetadata,
  keyOf,
  type Renamed,
  saveBookFacets,
  saveSeriesFacets,
  sumUpFacets,
} from './facets.store'
