import type { PlainValuesOf } from '@octavo/contract/fields'
import type { SeriesListField } from '@octavo/contract/list-fields'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SeriesTable } from '../../../db/schema/series'
import { type FieldSql, fieldSql, type Operation } from '../../lists/filters'
import { ofNames } from '../facets'
import { underAllNames, usualFields, usualSorts } from '../items'

type Registry = typeof SERIES_FIELD_REGISTRY

/** The columns of values that are stored as edited. */
export const SERIES_VALUE_COLUMNS = {
  titleSort: 'title_sort',
  summary: 'summary',
  publisher: 'publisher',
  imprint: 'imprint',
  status: 'status',
  ageRating: 'age',
  language: 'language',
  readingDirection: 'reading_direction',
  year: 'year',
  totalVolumeCount: 'total_volume_count',
  totalChapterCount: 'total_chapter_count',
} as const satisfies Readonly<Record<keyof PlainValuesOf<Registry>, keyof SeriesTable>>

const { column, readStatus } = fieldSql

const isOpened = sql`own.completed_count + own.in_progress_count > 0`
const isRead = sql`own.completed_count >= whole.book_count`

/** The SQL of all filter fields in the registry. The query contains only `series`; other tables are subqueries. */
export const SERIES_FIELD_SQL: Readonly<Record<SeriesListField, FieldSql>> = {
  ...usualFields('series'),
  status: { text: sql`series.status`, folded: sql`null` },
  sharingTag: { condition: sharingTagCondition },
  year: column(sql`series.year`),
  ageRating: column(sql`series.age`),
  bookCount: column(sql`series.book_count`),
  dateUpdated: column(sql`series.updated_at`),
  completion: { condition: completion },
  // Read: every live book is; unread: no book was opened; in progress: anything between.
  readStatus: readStatus(
    sql`series.pk`,
    userPk => sql`select own.series_pk from series_progress as own
      join series as whole on whole.pk = own.series_pk where own.user_pk = ${userPk}`,
    {
      isOpened: sql` and ${isOpened}`,
      inProgress: sql` and ${isOpened} and not ${isRead}`,
      read: sql` and ${isRead}`,
    },
  ),
}

/** A negated operator must hold for all tags, so series without tags match. */
function sharingTagCondition(operation: Operation) {
  const having = (name: RawBuilder<SqlBool>) =>
    sql<SqlBool>`(series.sharing_set_pk is not null and series.sharing_set_pk in (select set_pk from sharing_set_tags
      join sharing_tags on sharing_tags.pk = sharing_set_tags.tag_pk where ${name}))`
  return ofNames(operation, sql`sharing_tags.name_key`, having)
}

/** Whether the files contain every volume or issue of its total; unknown without a total. */
function completion(operation: Operation) {
  if (operation.family !== 'bool') throw new Error('completion must be yes or no')
  const total = sql`coalesce(series.total_volume_count, (select max(book_metadata.count) from books
    join book_metadata on book_metadata.book_pk = books.pk where books.series_pk = series.pk and not books.deleted))`
  return operation.value ? sql<SqlBool>`series.book_count >= ${total}` : sql<SqlBool>`series.book_count < ${total}`
}

const { byTitle, byCreation, found } = usualSorts('series')
/** The SQL of all sorts in the registry. */
export const SERIES_SORTS = underAllNames(SERIES_FIELD_REGISTRY, {
  ...found,
  name: byTitle,
  date_added: byCreation,
  date_updated: { column: sql`series.updated_at`, nullable: false },
  release_date: { column: sql`series.year`, nullable: true },
  date_read: { column: sql`progress.value`, nullable: true, join: 'progress' },
  book_count: { column: sql`series.book_count`, nullable: false },
})
