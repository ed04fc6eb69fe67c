/** What books and series have in common: JSON rows of lists. */
export {
  completeItem,
  filterOf,
  finishItem,
  IS_ONE_OFF,
  type ItemJson,
  type ItemJsonColumns,
  isWanted,
  itemText,
  itemView,
  textsByKeys,
} from './item-json'
/** The total of a library. */
export { libraryTotal } from './library-total'
/** The same for filter fields and sorts. */
export { underAllNames, usualFields, usualSorts } from './usual-fields'
