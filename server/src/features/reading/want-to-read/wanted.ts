/** The column of the subject. */
export type WantedColumn = 'series_pk' | 'book_pk'

/** A series or book, with its event data. */
export interface Wanted {
  readonly column: WantedColumn
  readonly pk: number
  readonly seriesId: string
  /** Null for a series. */
  readonly bookId: string | null
  readonly libraryPk: number
  readonly libraryId: string
  /** When it was first added, if earlier. */
  readonly addedAt?: number
}
