export type { Asked, Named, Page, Part } from './asked'
/** A book as protocols show it. */
export type * as bookParts from './book-model'
export { AUTHOR_ROLES, type BookModel, type CoverModel } from './book-model'
/** What readers can choose of a shelf. */
export type { Choice } from './choices'
/** What only the page of one book or series shows. */
export * as details from './details'
export { find } from './find'
/** Libraries, lists, saved filters and names. */
export * as holders from './holders'
/** Series and books: pages of any list, some by their keys, one by its id. */
export * as items from './items'
export type { ManifestAddresses } from './manifest'
/** Readium manifests. */
export * as manifests from './manifest'
export { type Offer, offersOf } from './offers'
export { jsonDocument, publicationMetadata } from './publication'
export type { LibraryModel, SeriesModel } from './series-model'
/** Lists of series or books. */
export { type Item, openShelf, type Shelf, type ShelfName, type ShelfOf } from './shelf'
/** How the catalogue is laid out for apps that walk it. */
export * as tree from './tree'
