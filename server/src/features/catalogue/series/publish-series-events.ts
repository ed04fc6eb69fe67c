import type { Selectable } from 'kysely'
import type { Tx } from '../../../db'
import type { SeriesTable } from '../../../db/schema/series'

/** Columns of a series that its events need, and whose change they report. */
export const SNAPSHOT_COLUMNS = [
  ...(['id', 'library_pk', 'book_count', 'volumes_owned', 'max_volume', 'max_chapter', 'cover_book_pk'] as const),
  ...(['cover_version', 'summary', 'publisher', 'year', 'status', 'reading_direction'] as const),
] as const

export interface SeriesSnapshot extends Readonly<Pick<Selectable<SeriesTable>, (typeof SNAPSHOT_COLUMNS)[number]>> {
  readonly library_id: string
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
