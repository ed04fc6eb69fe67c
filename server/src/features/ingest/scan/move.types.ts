import type { InsideNames, SeriesPlace } from '../../catalogue/naming'
import type { KnownBook } from './scan.types'
import type { WalkedFile } from './walked-file'

/** A book whose file has moved, and the series of its new place. */
export interface Move {
  readonly book: KnownBook
  readonly file: WalkedFile
  readonly inside: InsideNames | null
  readonly place: SeriesPlace
}
