/** A file's name without its extension. */
export { stemOf } from '../../../naming/file-stem'
/** The rules of one library. */
export { type BookNames, chapterInside, type InsideNames } from '../../../naming/naming'
/** Rules by what a request says. */
export { changedChoice, type NamingChange, type NamingChoice, namingOf } from '../../../naming/naming-settings'
/** Where a file belongs. */
export type { SeriesPlace } from '../../../naming/series-place'
/** The rules of every library. */
export { libraryNamers } from './library-namings.queries'
/** Names many files by the rules of a library, or of a request. */
export { type LibraryNamer, libraryNamer, type Namer, requestNamer } from './namer'
/** Rules by what a library's row says. */
export { choiceOfRow } from './naming-row'
