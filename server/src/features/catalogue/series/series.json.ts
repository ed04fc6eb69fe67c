import type { SeriesDto } from '@octavo/contract/series'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../db'
import { type FieldColumns, rowColumns } from '../../../kernel/field-columns'
import { seriesLockBit } from '../../../kernel/field-locks'
import { seesFolders, type Viewer } from '../../../kernel/viewer'
import { SERIES_VALUE_COLUMNS } from './series-fields'

/** A series and the viewer's progress, as the parts of the contract's text. */
export interface SeriesJsonRow {
  readonly pk: number
  readonly id: string
  /** JSON without path and unread count, written by the database. */
  readonly series: string
  readonly folder_path: string
  readonly path: string
  readonly book_count: number
  readonly completed_count: number | null
}

/** The columns of the values that every list row has, by their names. */
const ROW_COLUMNS: FieldColumns = rowColumns(SERIES_FIELD_REGISTRY, SERIES_VALUE_COLUMNS)

/** The cover of a series: its own goes before that of a book; `cover` is the book joined. */
export const COVER_COLUMNS = {
  thumb_hash: sql`case when series.cover_version is null then cover.thumb_hash else series.thumb_hash end`,
  main_color: sql`case when series.cover_version is null then cover.main_color else series.main_color end`,
  cover_version: sql`coalesce(series.cover_version, cover.cover_version)`,
}

/** Whether a person has chosen its cover: no image in its folder is it, or what is shown is locked. */
const HAS_CHOSEN_COVER = sql`(series.cover_version is not null and (series.cover_image is null
  or (series.locks & ${sql.lit(seriesLockBit('cover'))}) <> 0))`

/** A series as the contract shows it, without its path and unread count. The query must have libraries and its cover joined. */
export function seriesJson({ json }: Reader['dialect']): RawBuilder<string> {
  const values = Object.entries(ROW_COLUMNS).map(([name, column]) => [name, sql.ref(`series.${column}`)] as const)
  const members: Record<Exclude<RequiredMember, 'path' | 'unreadCount'>, RawBuilder<unknown>> = {
    id: sql`series.id`,
    libraryId: sql`libraries.id`,
    libraryName: sql`libraries.name`,
    title: sql`series.title`,
    bookCount: sql`series.book_count`,
    volumesOwned: sql`series.volumes_owned`,
    localMaxVolume: sql`series.max_volume`,
    localMaxChapter: sql`series.max_chapter`,
    tracked: json.boolean(sql`1 = 0`),
    wantToRead: json.boolean(sql`1 = 0`),
    hasCustomCover: json.boolean(HAS_CHOSEN_COVER),
    selectedCoverSource: sql`case when ${HAS_CHOSEN_COVER} then 'custom' else 'first_book' end`,
    thumbHash: COVER_COLUMNS.thumb_hash,
    mainColor: COVER_COLUMNS.main_color,
    coverVersion: COVER_COLUMNS.cover_version,
    createdAt: json.timestamp(sql`series.created_at`),
    updatedAt: json.timestamp(sql`series.updated_at`),
  }
  return json.text(json.object({ ...members, ...Object.fromEntries(values) }))
}

/** Besides the values of the registry. */
type RequiredMember = Exclude<keyof SeriesDto, keyof typeof SERIES_VALUE_COLUMNS | `upstream${string}`>

/** The text of a SeriesDto. Those who do not manage libraries are given the path below the folder of the library. */
export function seriesText(row: SeriesJsonRow, viewer: Viewer): string {
  const below = seesFolders(viewer) ? [row.folder_path, row.path].filter(Boolean).join('/') : row.path
  const unread = Math.max(0, row.book_count - (row.completed_count ?? 0))
  return `${row.series.slice(0, -1)},"path":${JSON.stringify(below || null)},"unreadCount":${unread}}`
}
