/** Whether books inherit a kind from their series. */
export { isOfSeries } from './facet-condition'
/** Lists of names and pages of one name, for a viewer. */
export {
  type FacetIndex,
  facetIndex,
  facetNamed,
  facetsByCount,
  facetsWith,
  mostUsedNames,
} from './facet-index.queries'
export { cleanName, facetKey } from './facet-name.rules'
export {
  aliasesOf,
  booksOfFacet,
  type FacetFacts,
  type FacetRow,
  facetsByKeys,
  facetsByName,
  findFacet,
  isFacetSeen,
  MOST_BOOKS_COUNTED,
  seriesOfFacet,
} from './facet-rows.queries'
export { shownNamesOf } from './facets.queries'
