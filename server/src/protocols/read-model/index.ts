export type { Asked, Named, Page, Part } from './asked'
/** A book as protocols show it. */
export type * as bookParts from './book-model'
export type { BookModel } from './book-model'
/** What readers can choose of a shelf. */
export { type Choice, SORT_NAMES } from './choices'
export { find } from './find'
/** Libraries, lists, saved filters and names. */
export * as holders from './holders'
/** Series and books: pages of any list, some by their keys, one by its id. */
export * as items from './items'
export { type Offer, offersOf } from './offers'
export type { LibraryModel, SeriesModel } from './series-model'
/** Lists of series or books. */
export { type Item, openShelf, type Shelf, type ShelfName, type ShelfOf } from './shelf'
