/** A condition on names of one kind. */
export { facetCondition } from './facet-condition'
/** What scans write. */
export { type Facet, type FacetKind, facetsOfMetadata, saveBookFacets, sumUpFacets } from './facets.store'
