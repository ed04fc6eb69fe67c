import { type SqlBool, sql } from 'kysely'
import type { FieldKind, FieldSql, Operation, Sort, SortField } from '../filters'

/** What a series condition may ask; a new field is one entry here and one in `seriesFieldSql`. */
export const SERIES_FIELDS: Readonly<Record<string, FieldKind>> = {
  libraryId: { family: 'uuid' },
  title: { family: 'text' },
  titleSort: { family: 'text' },
  summary: { family: 'text' },
  path: { family: 'text' },
  publisher: { family: 'text' },
  year: { family: 'number' },
  dateAdded: { family: 'date' },
  readStatus: { family: 'choice', choices: ['unread', 'in_progress', 'read'] },
}

/** Where each field is found. Only `series` is in the query; the rest is looked up. */
export function seriesFieldSql(userPk: number): Readonly<Record<string, FieldSql>> {
  return {
    libraryId: { condition: libraryCondition },
    title: { column: sql`series.title` },
    titleSort: { column: sql`coalesce(series.title_sort, series.title)` },
    summary: { column: sql`series.summary` },
    path: { column: sql`series.path` },
    publisher: { column: sql`series.publisher` },
    year: { column: sql`series.year` },
    dateAdded: { column: sql`series.created_at` },
    readStatus: { condition: operation => readStatus(operation, userPk) },
  }
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

/** Read: every live book is; unread: none was opened; in progress: anything between. */
function readStatus(operation: Operation, userPk: number) {
  if (operation.family !== 'choice') throw new Error('readStatus is a choice')
  const own = sql`series_progress as own where own.series_pk = series.pk and own.user_pk = ${userPk}`
  const read = sql`own.completed_count >= series.book_count`
  const matches = {
    unread: sql<SqlBool>`not exists (select 1 from ${own} and own.completed_count + own.in_progress_count > 0)`,
    in_progress: sql<SqlBool>`exists (select 1 from ${own} and own.completed_count + own.in_progress_count > 0 and not ${read})`,
    read: sql<SqlBool>`exists (select 1 from ${own} and ${read})`,
  }[operation.value]
  if (!matches) throw new Error(`no read status ${operation.value}`)
  return operation.operator === 'is' ? matches : sql<SqlBool>`not ${matches}`
}

const created: SortField = { column: sql`series.created_at`, nullable: false }
const updated: SortField = { column: sql`series.updated_at`, nullable: false }
const lastRead: SortField = { column: sql`series_progress.last_read_at`, nullable: true, join: 'progress' }

/** What series can be sorted by, with the names that clients know. */
export const SERIES_SORTS: Readonly<Record<string, SortField>> = {
  name: { column: sql`series.sort_key`, nullable: false },
  title: { column: sql`series.sort_key`, nullable: false },
  date_added: created,
  created_at: created,
  date_updated: updated,
  updated_at: updated,
  release_date: { column: sql`series.year`, nullable: true },
  year: { column: sql`series.year`, nullable: true },
  date_read: lastRead,
  book_count: { column: sql`series.book_count`, nullable: false },
}

export const SERIES_SORT_DEFAULT: Sort = { field: 'name', direction: 'asc' }
