import type { Tx } from '../../../db'
import type { Wanted } from './wanted'

/** The queue is private: only the user's own open pages are notified. */
export function publishWanted(tx: Tx, userPk: number, wanted: Wanted): void {
  const { seriesId, bookId, libraryId, libraryPk } = wanted
  const fields = ['wantToRead']
  const event =
    bookId === null
      ? ({ type: 'series_updated', seriesId, libraryId, fields } as const)
      : ({ type: 'book_updated', bookId, seriesId, libraryId, fields } as const)
  tx.publish({ channel: 'entity', event: { ...event, fields: [...fields] }, to: { libraryPk, userPk } })
}
