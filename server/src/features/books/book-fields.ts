import { BOOK_FORMATS } from '@octavo/contract/formats'
import { type SqlBool, sql } from 'kysely'
import type { FieldKind, FieldSql, Operation, Sort, SortField } from '../filters'

/** What a book condition may ask; a new field is one entry here and one in `bookFieldSql`. */
export const BOOK_FIELDS: Readonly<Record<string, FieldKind>> = {
  libraryId: { family: 'uuid' },
  seriesId: { family: 'uuid' },
  title: { family: 'text' },
  titleSort: { family: 'text' },
  summary: { family: 'text' },
  path: { family: 'text' },
  format: { family: 'choice', choices: BOOK_FORMATS },
  pageCount: { family: 'number' },
  dateAdded: { family: 'date' },
  hasError: { family: 'bool' },
  readStatus: { family: 'choice', choices: ['unread', 'in_progress', 'read'] },
}

/** Where each field is found. Only `books` is in the query; the rest is looked up. */
export function bookFieldSql(userPk: number): Readonly<Record<string, FieldSql>> {
  return {
    libraryId: { condition: operation => idCondition(operation, 'libraries', 'library_pk') },
    seriesId: { condition: operation => idCondition(operation, 'series', 'series_pk') },
    title: { column: sql`books.title` },
    titleSort: { column: sql`coalesce(books.title_sort, books.title)` },
    summary: { column: sql`books.summary` },
    path: { column: sql`books.path` },
    format: { column: sql`books.file_format` },
    pageCount: { column: sql`books.page_count` },
    dateAdded: { column: sql`books.created_at` },
    hasError: { column: sql`(books.analysis_error is not null)` },
    readStatus: { condition: operation => readStatus(operation, userPk) },
  }
}

function idCondition(operation: Operation, table: 'libraries' | 'series', column: 'library_pk' | 'series_pk') {
  if (operation.family !== 'uuid') throw new Error(`${table} are asked for by id`)
  const { values, operator } = operation
  if (values.length === 0) return operator === 'in' ? sql<SqlBool>`1 = 0` : sql<SqlBool>`1 = 1`
  const ids = sql.join(values.map(value => sql`${value.toLowerCase()}`))
  const pks = sql`(select pk from ${sql.table(table)} where id in (${ids}))`
  // One id is looked up once and compared, so that an index of the column can also give the order.
  if (operator === 'in' && values.length === 1) return sql<SqlBool>`books.${sql.ref(column)} = ${pks}`
  return operator === 'in'
    ? sql<SqlBool>`books.${sql.ref(column)} in ${pks}`
    : sql<SqlBool>`books.${sql.ref(column)} not in ${pks}`
}

function readStatus(operation: Operation, userPk: number) {
  if (operation.family !== 'choice') throw new Error('readStatus is a choice')
  const own = sql`read_progress where read_progress.book_pk = books.pk and read_progress.user_pk = ${userPk}`
  const matches = {
    unread: sql<SqlBool>`not exists (select 1 from ${own})`,
    in_progress: sql<SqlBool>`exists (select 1 from ${own} and not read_progress.completed)`,
    read: sql<SqlBool>`exists (select 1 from ${own} and read_progress.completed)`,
  }[operation.value]
  if (!matches) throw new Error(`no read status ${operation.value}`)
  return operation.operator === 'is' ? matches : sql<SqlBool>`not ${matches}`
}

const created: SortField = { column: sql`books.created_at`, nullable: false }
const number: SortField = { column: sql`books.number`, nullable: true }
const lastRead: SortField = { column: sql`read_progress.updated_at`, nullable: true, join: 'progress' }

/** What books can be sorted by, with the names that clients know. */
export const BOOK_SORTS: Readonly<Record<string, SortField>> = {
  title: { column: sql`books.sort_key`, nullable: false },
  series: { column: sql`series.sort_key`, nullable: false, join: 'series' },
  created_at: created,
  date_added: created,
  release_date: { column: sql`books.release_date`, nullable: true },
  chapter_number: number,
  number,
  file_size: { column: sql`books.file_size`, nullable: false },
  filename: { column: sql`books.file_name`, nullable: false },
  page_count: { column: sql`books.page_count`, nullable: false },
  last_read: lastRead,
  read_date: lastRead,
}

export const BOOK_SORT_DEFAULT: Sort = { field: 'title', direction: 'asc' }
