/** A file's name without its extension. */
export { stemOf } from '../../../naming/file-stem'
/** The rules of one library. */
export { type BookNames, chapterInside, type InsideNames, type Naming } from '../../../naming/naming'
/** Rules by what a request says. */
export { changedChoice, type NamingChange, type NamingChoice, namingOf } from '../../../naming/naming-settings'
/** Where a file belongs. */
export type { SeriesPlace } from '../../../naming/series-place'
/** The rules of every library. */
export { libraryNamings } from './library-namings.queries'
/** Rules by what a library's row says. */
export { choiceOfRow, namingOfRow } from './naming-row'
