export type { Asked, Named, Page, Part } from './asked'
/** A book as protocols show it. */
export type * as bookParts from './book-model'
export { AUTHOR_ROLES, type BookModel, type CoverModel } from './book-model'
/** A reader's choices on a shelf. */
export type { Choice } from './choices'
/** Details of the page of one book or series. */
export * as details from './details'
export { find } from './find'
/** Libraries, lists, saved filters and names. */
export * as holders from './holders'
/** Series and books: pages of any list, some by key, one by id. */
export * as items from './items'
export type { ManifestAddresses } from './manifest'
/** Readium manifests. */
export * as manifests from './manifest'
export { type Offer, offersOf } from './offers'
export { jsonDocument, publicationMetadata } from './publication'
export type { LibraryModel, SeriesModel } from './series-model'
/** Lists of series or books. */
export { type Item, openShelf, type Shelf, type ShelfName, type ShelfOf } from './shelf'
/** Structure of the catalogue for apps that browse it. */
export * as tree from './tree'
