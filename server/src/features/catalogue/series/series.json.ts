import type { SeriesDto } from '@octavo/contract/series'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import { drawnMember } from '../../../kernel/drawn-words'
import { type FieldColumns, rowColumns } from '../../../kernel/field-columns'
import { seriesLockBit } from '../../../kernel/field-locks'
import { SERIES_VALUE_COLUMNS } from './series-fields'

/** A series as JSON of the contract, and the viewer's columns. */
export interface SeriesJsonRow {
  readonly pk: number
  readonly id: string
  /** JSON for a viewer without progress. */
  readonly text: string
  readonly book_count: number
  readonly completed_count: number | null
  readonly wanted: number | null
}

/** The columns that the database returns: `text` lacks the path and the viewer's members. */
export interface SeriesJsonColumns extends SeriesJsonRow {
  /** JSON of the path below the library's folder, and of the full path. */
  readonly path: string
  readonly full_path: string
  /** JSON of the text on its drawn cover; null if it has a picture. */
  readonly drawn: string | null
}

/** The columns of the values that every list row has, by their names. */
const ROW_COLUMNS: FieldColumns = rowColumns(SERIES_FIELD_REGISTRY, SERIES_VALUE_COLUMNS)

/** The cover of a series: its own before that of a book; `cover` is the joined book. */
export const COVER_COLUMNS = {
  thumb_hash: sql`case when series.cover_version is null then cover.thumb_hash else series.thumb_hash end`,
  main_color: sql`case when series.cover_version is null then cover.main_color else series.main_color end`,
  cover_version: sql`coalesce(series.cover_version, cover.cover_version)`,
}

/** Whether a person has chosen its cover: it is not an image of its folder, or it is locked. */
const HAS_CHOSEN_COVER = sql`(series.cover_version is not null and (series.cover_image is null
  or (series.locks & ${sql.lit(seriesLockBit('cover'))}) <> 0))`

/** A series as the contract shows it, without its path and unread count. The query must have libraries and its cover joined. */
export function seriesJson({ json }: Reader['dialect']): RawBuilder<string> {
  const values = Object.entries(ROW_COLUMNS).map(([name, column]) => [name, sql.ref(`series.${column}`)] as const)
  const members: Record<
    Exclude<RequiredMember, 'path' | 'drawnCover' | 'unreadCount' | 'wantToRead'>,
    RawBuilder<unknown>
  > = {
    id: sql`series.id`,
    libraryId: sql`libraries.id`,
    libraryName: sql`libraries.name`,
    title: sql`series.title`,
    bookCount: sql`series.book_count`,
    volumesOwned: sql`series.volumes_owned`,
    localMaxVolume: sql`series.max_volume`,
    localMaxChapter: sql`series.max_chapter`,
    tracked: json.boolean(sql`1 = 0`),
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

/** Text of the drawn cover of a series without a picture. */
export function seriesDrawnJson({ json }: Reader['dialect']): RawBuilder<string | null> {
  const words = json.object({ title: sql`series.title`, series: sql`null`, authors: sql`series.authors` })
  return sql<string | null>`case when ${COVER_COLUMNS.cover_version} is null then ${json.text(words)} end`
}

/** Columns beyond the values of the registry. */
type RequiredMember = Exclude<keyof SeriesDto, keyof typeof SERIES_VALUE_COLUMNS | `upstream${string}`>

const ownMembers = (isWanted: boolean, unread: number) => `,"wantToRead":${isWanted},"unreadCount":${unread}}`

/** The JSON for a viewer without progress. */
export function unopenedSeries(row: SeriesJsonColumns, seesFolders: boolean): SeriesJsonRow {
  const { pk, id, path, full_path, drawn, book_count } = row
  const shown = `${row.text.slice(0, -1)},"path":${seesFolders ? full_path : path}${drawnMember(drawn)}`
  return { pk, id, text: shown + ownMembers(false, book_count), book_count, completed_count: null, wanted: null }
}

/** The JSON of a SeriesDto. */
export function seriesText({ text, book_count, completed_count, wanted }: SeriesJsonRow): string {
  if (!completed_count && wanted !== 1) return text
  const shared = text.slice(0, -ownMembers(false, book_count).length)
  return `${shared}${ownMembers(wanted === 1, Math.max(0, book_count - (completed_count ?? 0)))}`
}

/** Whether the series is in the viewer's queue. */
export function isWanted(userPk: unknown) {
  return sql<SqlBool>`exists (select 1 from want_to_read
    where want_to_read.series_pk = series.pk and want_to_read.user_pk = ${userPk})`
}
