/** The column of what is wanted. */
export type WantedColumn = 'series_pk' | 'book_pk'

/** A series or book, with what an event says of it. */
export interface Wanted {
  readonly column: WantedColumn
  readonly pk: number
  readonly seriesId: string
  /** Null for a series. */
  readonly bookId: string | null
  readonly libraryPk: number
  readonly libraryId: string
  /** When it was first wanted, if that was before. */
  readonly addedAt?: number
}
