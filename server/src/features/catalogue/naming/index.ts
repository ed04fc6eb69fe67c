/** A file's name without its extension. */
export { stemOf } from '../../../naming/file-stem'
/** The rules of one library. */
export { type BookNames, chapterInside, type InsideNames } from '../../../naming/naming'
/** Rules from a request. */
export { changedChoice, type NamingChange, type NamingChoice, namingOf } from '../../../naming/naming-settings'
/** The series and place of a file. */
export type { SeriesPlace } from '../../../naming/series-place'
/** The rules of every library. */
export { libraryNamers } from './library-namings.queries'
/** Names many files by the rules of a library or a request. */
export { type LibraryNamer, libraryNamer, type Namer, requestNamer } from './namer'
/** Rules from a library's row. */
export { choiceOfRow } from './naming-row'
