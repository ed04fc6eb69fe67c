import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { SeriesTable } from '../../../db/schema/series'
import { SERIES_VALUE_COLUMNS } from './series-fields'

type ValueColumn = (typeof SERIES_VALUE_COLUMNS)[keyof typeof SERIES_VALUE_COLUMNS]

/** A series as every list and detail selects it, with its library, its cover and what the viewer has read. */
export interface SeriesRow extends Readonly<Pick<Selectable<SeriesTable>, ValueColumn>> {
  readonly pk: number
  readonly id: string
  readonly library_pk: number
  readonly library_id: string
  readonly library_name: string
  /** The folder of the library that it lies in; of one that lies in several, that of its cover. */
  readonly folder_path: string
  readonly path: string
  readonly title: string
  readonly title_locked: boolean
  readonly title_sort_locked: boolean
  readonly locks: number
  /** JSON; null: those of its books. */
  readonly authors: string | null
  readonly custom_metadata: string | null
  readonly book_count: number
  readonly volumes_owned: number
  readonly max_volume: number | null
  readonly max_chapter: number | null
  readonly thumb_hash: string | null
  readonly cover_version: string | null
  readonly cover_book_id: string | null
  readonly completed_count: number | null
  readonly created_at: number
  readonly updated_at: number
}

/** The folder of the series' cover; before it has one, of its first book, and of one that is gone when none is left. */
const folderPath = sql<string>`coalesce(
  (select path from library_folders where pk = cover.folder_pk),
  ${folderOf(sql`not books.deleted order by books.number, books.sort_key, books.pk`)},
  ${folderOf(sql`books.deleted order by books.pk`)},
  (select path from library_folders where library_pk = libraries.pk order by removed_at is null desc, position limit 1))`

/** Each by an index of its own. */
function folderOf(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select library_folders.path from books join library_folders on library_folders.pk = books.folder_pk
    where books.series_pk = series.pk and ${which} limit 1)`
}

/** Columns of SeriesRow that everybody sees alike; the query must have series, libraries, and the cover's book joined. */
const SHARED_COLUMNS = [
  'series.pk',
  'series.id',
  'series.library_pk',
  'libraries.id as library_id',
  'libraries.name as library_name',
  folderPath.as('folder_path'),
  'series.path',
  'series.title',
  ...Object.values(SERIES_VALUE_COLUMNS).map(column => `series.${column}` as const),
  'series.title_locked',
  'series.title_sort_locked',
  'series.locks',
  'series.authors',
  'series.custom_metadata',
  'series.book_count',
  'series.volumes_owned',
  'series.max_volume',
  'series.max_chapter',
  sql<string | null>`case when series.cover_version is null then cover.thumb_hash else series.thumb_hash end`.as(
    'thumb_hash',
  ),
  sql<string | null>`coalesce(series.cover_version, cover.cover_version)`.as('cover_version'),
  'cover.id as cover_book_id',
  'series.created_at',
  'series.updated_at',
] as const

/** Columns of SeriesRow; `series_progress` joined too. */
export const SERIES_COLUMNS = [...SHARED_COLUMNS, 'series_progress.completed_count'] as const

/** The same without what the viewer has read. */
export const SHARED_SERIES_COLUMNS = [...SHARED_COLUMNS, sql<number | null>`null`.as('completed_count')] as const

/** Series joined with all that SeriesRow needs; `userPk` is whose progress. */
export function seriesWithContext(query: Reader['query'], userPk: number) {
  return query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .leftJoin('books as cover', 'cover.pk', 'series.cover_book_pk')
    .leftJoin('series_progress', join =>
      join.onRef('series_progress.series_pk', '=', 'series.pk').on('series_progress.user_pk', '=', userPk),
    )
    .select(SERIES_COLUMNS)
}

/** Series joined with what everybody sees of them. */
export function sharedSeries(query: Reader['query']) {
  return query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .leftJoin('books as cover', 'cover.pk', 'series.cover_book_pk')
    .select(SHARED_SERIES_COLUMNS)
}
