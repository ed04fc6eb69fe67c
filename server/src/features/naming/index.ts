/** A file's name without its extension. */
export { stemOf } from './file-stem'
/** The rules of every library. */
export { libraryNamings } from './library-namings.queries'
/** The rules of one library. */
export { type BookNames, chapterInside, type InsideNames, type Naming } from './naming'
/** Rules by what a library's row says. */
export { choiceOfRow, namingOfRow } from './naming-row'
/** Rules by what a request says. */
export { changedChoice, type NamingChange, type NamingChoice, namingOf } from './naming-settings'
/** Where a file belongs. */
export type { SeriesPlace } from './series-place'
