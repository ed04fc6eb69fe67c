/** A file's name without its extension. */
export { stemOf } from './file-stem'
/** The rules of one library. */
export { type BookNames, chapterInside, type InsideNames, type Naming } from './naming'
/** Rules by what a library says of itself. */
export { type NamingChoice, namingOf } from './naming-settings'
/** A number as metadata writes it. */
export { parseNumber } from './number-in-name'
/** Where a file belongs. */
export type { SeriesPlace } from './series-place'
