import type { Tx } from '../../../db'

/** A snapshot of a series: the fields of its events, and the columns whose change they report. */
export interface SeriesSnapshot {
  readonly id: string
  readonly library_id: string
  readonly library_pk: number
  readonly book_count: number
  readonly volumes_owned: number
  readonly max_volume: number | null
  readonly max_chapter: number | null
  readonly cover_book_pk: number | null
  /** Version of its own cover. */
  readonly cover_version: string | null
  readonly summary: string | null
  readonly publisher: string | null
  readonly year: number | null
  readonly status: string | null
  readonly reading_direction: string | null
}

/** Columns by the name of the field that shows them. */
const FIELDS = [
  ['bookCount', 'book_count'],
  ['volumesOwned', 'volumes_owned'],
  ['localMaxVolume', 'max_volume'],
  ['localMaxChapter', 'max_chapter'],
  ['summary', 'summary'],
  ['publisher', 'publisher'],
  ['year', 'year'],
  ['status', 'status'],
  ['readingDirection', 'reading_direction'],
] as const

type Place = Pick<SeriesSnapshot, 'id' | 'library_id' | 'library_pk'>

/** Publishes the changes between two snapshots. A series without books is hidden, so it counts as deleted. */
export function publishSeriesChange(tx: Tx, before: SeriesSnapshot, after: SeriesSnapshot, hasNewCover: boolean): void {
  if (after.book_count === 0) {
    if (before.book_count > 0) publishSeriesEvent(tx, after, 'series_deleted')
    return
  }
  if (before.book_count === 0) {
    publishSeriesEvent(tx, after, 'series_created')
    return
  }
  const fields = FIELDS.filter(([, column]) => before[column] !== after[column]).map(([field]) => field)
  if (fields.length > 0) publishSeriesEvent(tx, after, 'series_updated', fields)
  const isOfBook = after.cover_version === null
  if (isOfBook && (hasNewCover || before.cover_book_pk !== after.cover_book_pk)) publishSeriesCover(tx, after)
}

export function publishSeriesEvent(
  tx: Tx,
  { id: seriesId, library_id: libraryId, library_pk: libraryPk }: Place,
  type: 'series_created' | 'series_updated' | 'series_deleted',
  fields?: string[],
): void {
  const event =
    type === 'series_updated' && fields ? { type, seriesId, libraryId, fields } : { type, seriesId, libraryId }
  tx.publish({ channel: 'entity', event, to: { libraryPk } })
}

export function publishSeriesCover(
  tx: Tx,
  { id: entityId, library_id: libraryId, library_pk: libraryPk }: Place,
): void {
  const event = { type: 'cover_updated', entityType: 'series', entityId, libraryId } as const
  tx.publish({ channel: 'entity', event, to: { libraryPk } })
}
