import type { SeriesListField } from '@octavo/contract/list-fields'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FacetKind, facetCondition, ofNames } from '../facets'
import type { FieldKind, FieldSql, Operation, Sort, SortField } from '../filters'

interface SeriesField {
  readonly kind: FieldKind
  /** Where it is found: only `series` is in the query, the rest is looked up. */
  readonly sql: (userPk: number) => FieldSql
}

const text = (column: string): SeriesField => ({
  kind: { family: 'text' },
  sql: () => ({ text: sql.ref(`series.${column}`), folded: sql.ref(`series.${column}_folded`) }),
})

const names = (kind: FacetKind): SeriesField => ({
  kind: { family: 'text' },
  sql: () => ({
    condition: operation =>
      facetCondition({ table: 'series_facets', column: 'series_pk', pk: sql`series.pk` }, kind, operation),
  }),
})

/** What a series condition may ask: a new field is one entry, here and in the contract's table. */
const FIELDS: Readonly<Record<SeriesListField, SeriesField>> = {
  libraryId: { kind: { family: 'uuid' }, sql: () => ({ condition: libraryCondition }) },
  title: text('title'),
  titleSort: {
    kind: { family: 'text' },
    sql: () => ({
      text: sql`coalesce(series.title_sort, series.title)`,
      folded: sql`case when series.title_sort is null then series.title_folded else series.title_sort_folded end`,
    }),
  },
  summary: text('summary'),
  path: text('path'),
  genre: names('genre'),
  tag: names('tag'),
  author: names('author'),
  language: names('language'),
  publisher: text('publisher'),
  status: { kind: { family: 'text' }, sql: () => ({ text: sql`series.status`, folded: sql`null` }) },
  sharingTag: { kind: { family: 'text' }, sql: () => ({ condition: sharingTagCondition }) },
  year: { kind: { family: 'number' }, sql: () => ({ column: sql`series.year` }) },
  bookCount: { kind: { family: 'number' }, sql: () => ({ column: sql`series.book_count` }) },
  dateAdded: { kind: { family: 'date' }, sql: () => ({ column: sql`series.created_at` }) },
  dateUpdated: { kind: { family: 'date' }, sql: () => ({ column: sql`series.updated_at` }) },
  completion: { kind: { family: 'bool' }, sql: () => ({ condition: completion }) },
  readStatus: {
    kind: { family: 'choice', choices: ['unread', 'in_progress', 'read'] },
    sql: userPk => ({ condition: operation => readStatus(operation, userPk) }),
  },
}

/** What may be asked of each field. */
export const SERIES_FIELDS: Readonly<Record<string, FieldKind>> = Object.fromEntries(
  Object.entries(FIELDS).map(([name, field]) => [name, field.kind]),
)

/** Fields that are about the viewer: what they say changes as somebody reads. */
export const SERIES_READING: ReadonlySet<string> = new Set(['readStatus'])

/** Where each field is found, for one viewer. */
export function seriesFieldSql(userPk: number): Readonly<Record<string, FieldSql>> {
  return Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, field.sql(userPk)]))
}

function libraryCondition(operation: Operation) {
  if (operation.family !== 'uuid') throw new Error('libraries are asked for by id')
  const { values, operator } = operation
  if (values.length === 0) return operator === 'in' ? sql<SqlBool>`1 = 0` : sql<SqlBool>`1 = 1`
  const pks = sql`(select pk from libraries where id in (${sql.join(values.map(value => sql`${value.toLowerCase()}`))}))`
  // One id is looked up once and compared, so that an index of the column can also give the order.
  if (operator === 'in' && values.length === 1) return sql<SqlBool>`series.library_pk = ${pks}`
  return operator === 'in' ? sql<SqlBool>`series.library_pk in ${pks}` : sql<SqlBool>`series.library_pk not in ${pks}`
}

/** What is denied holds of none of its tags, so that series without any meet it. */
function sharingTagCondition(operation: Operation) {
  const having = (name: RawBuilder<SqlBool>) =>
    sql<SqlBool>`(series.sharing_set_pk is not null and series.sharing_set_pk in (select set_pk from sharing_set_tags
      join sharing_tags on sharing_tags.pk = sharing_set_tags.tag_pk where ${name}))`
  return ofNames(operation, sql`sharing_tags.name_key`, having)
}

/** All that its files say there is, or less; of a series whose files say nothing, neither. */
function completion(operation: Operation) {
  if (operation.family !== 'bool') throw new Error('completion is yes or no')
  const total = sql`coalesce(series.total_volume_count, (select max(book_metadata.count) from books
    join book_metadata on book_metadata.book_pk = books.pk where books.series_pk = series.pk and not books.deleted))`
  return operation.value ? sql<SqlBool>`series.book_count >= ${total}` : sql<SqlBool>`series.book_count < ${total}`
}

/** Read: every live book is; unread: none was opened; in progress: anything between. */
function readStatus(operation: Operation, userPk: number) {
  if (operation.family !== 'choice') throw new Error('readStatus is a choice')
  // The series that the reader has opened are few: they are found by their own index, once for the whole list.
  const own = sql`(select own.series_pk from series_progress as own
    join series as whole on whole.pk = own.series_pk where own.user_pk = ${userPk}`
  const isOpened = sql`own.completed_count + own.in_progress_count > 0`
  const isRead = sql`own.completed_count >= whole.book_count`
  const matches = {
    unread: sql<SqlBool>`series.pk not in ${own} and ${isOpened})`,
    in_progress: sql<SqlBool>`series.pk in ${own} and ${isOpened} and not ${isRead})`,
    read: sql<SqlBool>`series.pk in ${own} and ${isRead})`,
  }[operation.value]
  if (!matches) throw new Error(`no read status ${operation.value}`)
  return operation.operator === 'is' ? matches : sql<SqlBool>`not ${matches}`
}

const byTitle: SortField = { column: sql`series.sort_key`, nullable: false }
const created: SortField = { column: sql`series.created_at`, nullable: false }
const updated: SortField = { column: sql`series.updated_at`, nullable: false }
const lastRead: SortField = { column: sql`series_progress.last_read_at`, nullable: true, join: 'progress' }
const relevance: SortField = { ...byTitle, ranks: true }

/** What series can be sorted by, with the names that clients know. */
export const SERIES_SORTS: Readonly<Record<string, SortField>> = {
  name: byTitle,
  title: byTitle,
  date_added: created,
  created_at: created,
  date_updated: updated,
  updated_at: updated,
  release_date: { column: sql`series.year`, nullable: true },
  year: { column: sql`series.year`, nullable: true },
  date_read: lastRead,
  book_count: { column: sql`series.book_count`, nullable: false },
  relevance,
  score: relevance,
}

export const SERIES_SORT_DEFAULT: Sort = [{ field: 'name', direction: 'asc' }]
