import type { SeriesDto } from '@octavo/contract/series'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import { timestamp } from '../../../kernel/clock'
import { rowColumns, valuesOf } from '../../../kernel/field-columns'
import { seesFolders, type Viewer } from '../../../kernel/viewer'
import { SERIES_VALUE_COLUMNS } from './series-fields'
import type { SeriesRow } from './series-row'

/** The values that every row has, in the order of the contract. */
const ROW_COLUMNS = rowColumns(SERIES_FIELD_REGISTRY, SERIES_VALUE_COLUMNS)

/** A row as the contract shows it. */
export function seriesView(row: SeriesRow, viewer: Viewer): SeriesDto {
  return {
    id: row.id,
    libraryId: row.library_id,
    libraryName: row.library_name,
    title: row.title,
    ...valuesOf(ROW_COLUMNS, row),
    path: seesFolders(viewer) ? [row.folder_path, row.path].filter(Boolean).join('/') : row.path || null,
    bookCount: row.book_count,
    unreadCount: Math.max(0, row.book_count - (row.completed_count ?? 0)),
    volumesOwned: row.volumes_owned,
    localMaxVolume: row.max_volume,
    localMaxChapter: row.max_chapter,
    tracked: false,
    wantToRead: false,
    hasCustomCover: false,
    thumbHash: row.thumb_hash,
    coverVersion: row.cover_version,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}
