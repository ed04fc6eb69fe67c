import type { Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import type { RatedColumn } from './ratings.store'

/** The subject of a rating. */
export interface Rated {
  readonly column: RatedColumn
  readonly pk: number
  readonly libraryPk: number
  readonly libraryId: string
  readonly seriesId: string
  /** Null for a series. */
  readonly bookId: string | null
}

/** Ratings are private: only the user's own open pages are notified. */
export function publishRating(tx: Tx, { userPk }: Viewer, { libraryPk, libraryId, seriesId, bookId }: Rated): void {
  const fields = ['rating']
  const event =
    bookId === null
      ? ({ type: 'series_updated', seriesId, libraryId, fields } as const)
      : ({ type: 'book_updated', bookId, seriesId, libraryId, fields } as const)
  tx.publish({ channel: 'entity', event: { ...event, fields: [...fields] }, to: { libraryPk, userPk } })
}
