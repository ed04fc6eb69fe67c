/** Fields of lists that are names of one kind. */
export { nameField, ofNames } from './facet-condition'
/** Genres and tags of books and series the viewer may see. */
export { type Names, NO_NAMES, namesOf } from './facets.queries'
/** What scans and people write. */
export {
  type Facet,
  type FacetKind,
  facetsOfMetadata,
  saveBookFacets,
  saveSeriesFacets,
  sumUpFacets,
} from './facets.store'
