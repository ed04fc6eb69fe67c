import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SeriesTable } from '../../../db/schema/series'
import { seesFolders } from '../../../kernel/viewer'
import { columnsOf, type Entity, type RowShape } from '../../lists/engine'
import {
  COVER_COLUMNS,
  finishSeries,
  ownSeriesJson,
  type SeriesJson,
  type SeriesJsonColumns,
  seriesDrawnJson,
  seriesJson,
  seriesPeople,
} from './series.json'
import { SERIES } from './series-entity'
import { SERIES_VALUE_COLUMNS } from './series-fields'

const SERIES_COLUMNS = [
  ...(['id', 'library_pk', 'path', 'book_count', 'volumes_owned', 'max_volume', 'max_chapter'] as const),
  ...(['title', 'title_locked', 'title_sort_locked', 'locks', 'authors', 'custom_metadata'] as const),
  ...(['created_at', 'updated_at'] as const),
  ...Object.values(SERIES_VALUE_COLUMNS),
] as const

/** A series with its library, its cover and the viewer's progress. */
export interface SeriesRow extends Readonly<Pick<Selectable<SeriesTable>, (typeof SERIES_COLUMNS)[number]>> {
  readonly pk: number
  readonly library_id: string
  readonly library_name: string
  readonly default_reading_direction: string
  /** The library folder that contains it; if there are several, that of its cover. */
  readonly folder_path: string
  readonly thumb_hash: string | null
  readonly cover_version: string | null
  readonly completed_count: number | null
  readonly in_progress_count: number | null
  readonly last_read_at: number | null
}

/** The folder of its cover book; without a cover, of its first book; without live books, of a hidden one. */
const folderPath = sql<string>`coalesce(
  (select path from library_folders where pk = cover.folder_pk),
  ${folderOf(sql`not books.deleted order by books.number, books.sort_key, books.pk`)},
  ${folderOf(sql`books.deleted order by books.pk`)},
  (select path from library_folders where library_pk = libraries.pk order by removed_at is null desc, position limit 1))`

/** Each uses its own index. */
function folderOf(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select library_folders.path from books join library_folders on library_folders.pk = books.folder_pk
    where books.series_pk = series.pk and ${which} limit 1)`
}

const fullPath = sql`concat_ws('/', ${folderPath}, nullif(series.path, ''))`

const LIBRARY_AND_COVER = sql`inner join libraries on libraries.pk = series.library_pk
  left join books as cover on cover.pk = series.cover_book_pk`

/** Columns for internal use. */
export const SERIES_ROW: RowShape<SeriesRow> = {
  entity: SERIES,
  name: 'row',
  joins: LIBRARY_AND_COVER,
  shared: () => ({
    ...columnsOf('series', SERIES_COLUMNS),
    library_id: sql`libraries.id`,
    library_name: sql`libraries.name`,
    default_reading_direction: sql`libraries.default_reading_direction`,
    folder_path: folderPath,
    ...COVER_COLUMNS,
  }),
  own: () => columnsOf('series_progress', ['completed_count', 'in_progress_count', 'last_read_at']),
}

/** The contract's JSON. People who do not manage libraries get the path below the library's folder. */
export const SERIES_JSON: RowShape<SeriesJson, Entity, SeriesJsonColumns> = {
  entity: SERIES,
  name: 'json',
  variant: seesFolders,
  finish: finishSeries,
  joins: LIBRARY_AND_COVER,
  shared: (dialect, isFull) => ({
    ...columnsOf('series', ['id', 'book_count']),
    text: seriesJson(dialect, isFull ? fullPath : sql`series.path`),
    drawn: seriesDrawnJson(dialect),
    ...seriesPeople(dialect),
  }),
  own: (dialect, user) => ({ own: ownSeriesJson(dialect, user) }),
}
