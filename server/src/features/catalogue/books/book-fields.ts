import type { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { fieldsOfReader, type OtherSortOf } from '@octavo/contract/fields'
import { BOOK_LIST_FIELDS, type BookListField, type BookListSort } from '@octavo/contract/list-fields'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FieldKind, FieldSql, Operation, Sort, SortField } from '../../lists/filters'
import { type FacetKind, facetCondition } from '../facets'

/** Where a field is found, for one viewer: only `books` is in the query, the rest is looked up. */
type BookFieldSql = (userPk: number) => FieldSql

const text = (column: string): BookFieldSql => {
  return () => ({ text: sql.ref(`books.${column}`), folded: sql.ref(`books.${column}_folded`) })
}

const column = (found: RawBuilder<unknown>): BookFieldSql => {
  return () => ({ column: found })
}

/** Names of the book itself. */
const ownNames = (kind: FacetKind): BookFieldSql => {
  return () => ({
    condition: operation =>
      facetCondition({ table: 'book_facets', column: 'book_pk', pk: sql`books.pk` }, kind, operation),
  })
}

/** Names of the book's series. */
const seriesNames = (kind: FacetKind): BookFieldSql => {
  return () => ({
    condition: operation =>
      facetCondition({ table: 'series_facets', column: 'series_pk', pk: sql`books.series_pk` }, kind, operation),
  })
}

/** A column of what the file says of itself. */
const metadata = (field: FieldSql): BookFieldSql => {
  return () => ({ ...field, within: withMetadata })
}

/** The SQL of every field that the registry lets conditions ask. */
const FIELD_SQL: Readonly<Record<BookListField, BookFieldSql>> = {
  libraryId: () => ({ condition: op => idCondition(op, 'libraries', 'library_pk') }),
  seriesId: () => ({ condition: op => idCondition(op, 'series', 'series_pk') }),
  title: text('title'),
  titleSort: () => ({
    text: sql`coalesce(books.title_sort, books.title)`,
    folded: sql`case when books.title_sort is null then books.title_folded else books.title_sort_folded end`,
  }),
  summary: text('summary'),
  path: text('path'),
  genre: seriesNames('genre'),
  tag: seriesNames('tag'),
  author: ownNames('author'),
  language: ownNames('language'),
  publisher: metadata({ text: sql`book_metadata.publisher`, folded: sql`book_metadata.publisher_folded` }),
  bookType: metadata({ text: sql`book_metadata.book_type`, folded: sql`null` }),
  year: metadata({ column: sql`book_metadata.year` }),
  format: column(sql`books.file_format`),
  number: column(sql`books.number`),
  volume: column(sql`books.volume`),
  chapter: column(sql`books.chapter`),
  pageCount: column(sql`books.page_count`),
  fileSize: column(sql`books.file_size`),
  dateAdded: column(sql`books.created_at`),
  hasError: column(sql`(books.analysis_error is not null)`),
  readStatus: userPk => ({ condition: operation => readStatus(operation, userPk) }),
}

/** What may be asked of each field. */
export const BOOK_FIELDS: Readonly<Record<string, FieldKind>> = BOOK_LIST_FIELDS

/** Fields that are about the viewer: what they say changes as somebody reads. */
export const BOOK_READING: ReadonlySet<string> = fieldsOfReader(BOOK_LIST_FIELDS)

/** Where each field is found, for one viewer. */
export function bookFieldSql(userPk: number): Readonly<Record<string, FieldSql>> {
  return Object.fromEntries(Object.entries(FIELD_SQL).map(([name, of]) => [name, of(userPk)]))
}

/** A book without metadata has no value. */
function withMetadata(condition: RawBuilder<SqlBool>) {
  return sql<SqlBool>`(select ${condition} from (select 1 as one) as book
    left join book_metadata on book_metadata.book_pk = books.pk)`
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
  // The books that the reader has opened are few: they are found by their own index, once for the whole list.
  const opened = sql`(select own.book_pk from read_progress as own where own.user_pk = ${userPk}`
  const matches = {
    unread: sql<SqlBool>`books.pk not in ${opened})`,
    in_progress: sql<SqlBool>`books.pk in ${opened} and not own.completed)`,
    read: sql<SqlBool>`books.pk in ${opened} and own.completed)`,
  }[operation.value]
  if (!matches) throw new Error(`no read status ${operation.value}`)
  return operation.operator === 'is' ? matches : sql<SqlBool>`not ${matches}`
}

const byTitle: SortField = { column: sql`books.sort_key`, nullable: false, ofLibrary: true }
const created: SortField = { column: sql`books.created_at`, nullable: false, ofLibrary: true }
const byNumber: SortField = { column: sql`books.number`, nullable: true }
const lastRead: SortField = { column: sql`read_progress.updated_at`, nullable: true, join: 'progress' }
const relevance: SortField = { ...byTitle, ranks: true }

/** The SQL of every sort of the registry, with all names that clients may use. */
const SORT_SQL: Readonly<Record<BookListSort | OtherSortOf<typeof BOOK_FIELD_REGISTRY>, SortField>> = {
  title: byTitle,
  series: {
    column: sql`series.sort_key`,
    nullable: false,
    join: 'series',
    // As the books stand in the series: the index of a series' books has them so.
    followedBy: [{ column: sql`series.pk`, nullable: false }, byNumber, byTitle],
  },
  created_at: created,
  date_added: created,
  release_date: { column: sql`books.release_date`, nullable: true },
  chapter_number: byNumber,
  number: byNumber,
  file_size: { column: sql`books.file_size`, nullable: false },
  filename: { column: sql`books.file_name`, nullable: false },
  page_count: { column: sql`books.page_count`, nullable: false },
  last_read: lastRead,
  read_date: lastRead,
  relevance,
  score: relevance,
}

export const BOOK_SORTS: Readonly<Record<string, SortField>> = SORT_SQL

export const BOOK_SORT_DEFAULT: Sort = [{ field: 'title', direction: 'asc' }]
