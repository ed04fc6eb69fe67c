/** What is done to names, and pages of them. */
export * as facetChanges from './facet-changes.store'
/** Fields of lists that are names of one kind. */
export { nameField, ofNames } from './facet-condition'
export * as facetPages from './facet-pages'
/** Genres and tags of books and series the viewer may see. */
export { type Names, NO_NAMES, namesOf } from './facets.queries'
/** What scans and people write. */
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
