import { BOOK_FORMATS } from '@octavo/contract/formats'
import type { BookListField } from '@octavo/contract/list-fields'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FacetKind, facetCondition } from '../facets'
import type { FieldKind, FieldSql, Operation, Sort, SortField } from '../filters'

interface BookField {
  readonly kind: FieldKind
  /** Where it is found: only `books` is in the query, the rest is looked up. */
  readonly sql: (userPk: number) => FieldSql
}

const text = (column: string): BookField => ({
  kind: { family: 'text' },
  sql: () => ({ text: sql.ref(`books.${column}`), folded: sql.ref(`books.${column}_folded`) }),
})

const number = (column: RawBuilder<unknown>): BookField => ({ kind: { family: 'number' }, sql: () => ({ column }) })

/** Names of the book itself. */
const ownNames = (kind: FacetKind): BookField => ({
  kind: { family: 'text' },
  sql: () => ({
    condition: operation =>
      facetCondition({ table: 'book_facets', column: 'book_pk', pk: sql`books.pk` }, kind, operation),
  }),
})

/** Names of the book's series. */
const seriesNames = (kind: FacetKind): BookField => ({
  kind: { family: 'text' },
  sql: () => ({
    condition: operation =>
      facetCondition({ table: 'series_facets', column: 'series_pk', pk: sql`books.series_pk` }, kind, operation),
  }),
})

/** A column of what the file says of itself. */
const metadata = (kind: FieldKind, field: FieldSql): BookField => ({
  kind,
  sql: () => ({ ...field, within: withMetadata }),
})

/** What a book condition may ask: a new field is one entry, here and in the contract's table. */
const FIELDS: Readonly<Record<BookListField, BookField>> = {
  libraryId: { kind: { family: 'uuid' }, sql: () => ({ condition: op => idCondition(op, 'libraries', 'library_pk') }) },
  seriesId: { kind: { family: 'uuid' }, sql: () => ({ condition: op => idCondition(op, 'series', 'series_pk') }) },
  title: text('title'),
  titleSort: {
    kind: { family: 'text' },
    sql: () => ({
      text: sql`coalesce(books.title_sort, books.title)`,
      folded: sql`case when books.title_sort is null then books.title_folded else books.title_sort_folded end`,
    }),
  },
  summary: text('summary'),
  path: text('path'),
  genre: seriesNames('genre'),
  tag: seriesNames('tag'),
  author: ownNames('author'),
  language: ownNames('language'),
  publisher: metadata(
    { family: 'text' },
    { text: sql`book_metadata.publisher`, folded: sql`book_metadata.publisher_folded` },
  ),
  bookType: metadata({ family: 'text' }, { text: sql`book_metadata.book_type`, folded: sql`null` }),
  year: metadata({ family: 'number' }, { column: sql`book_metadata.year` }),
  format: { kind: { family: 'choice', choices: BOOK_FORMATS }, sql: () => ({ column: sql`books.file_format` }) },
  number: number(sql`books.number`),
  volume: number(sql`books.volume`),
  chapter: number(sql`books.chapter`),
  pageCount: number(sql`books.page_count`),
  fileSize: number(sql`books.file_size`),
  dateAdded: { kind: { family: 'date' }, sql: () => ({ column: sql`books.created_at` }) },
  hasError: { kind: { family: 'bool' }, sql: () => ({ column: sql`(books.analysis_error is not null)` }) },
  readStatus: {
    kind: { family: 'choice', choices: ['unread', 'in_progress', 'read'] },
    sql: userPk => ({ condition: operation => readStatus(operation, userPk) }),
  },
}

/** What may be asked of each field. */
export const BOOK_FIELDS: Readonly<Record<string, FieldKind>> = Object.fromEntries(
  Object.entries(FIELDS).map(([name, field]) => [name, field.kind]),
)

/** Fields that are about the viewer: what they say changes as somebody reads. */
export const BOOK_READING: ReadonlySet<string> = new Set(['readStatus'])

/** Where each field is found, for one viewer. */
export function bookFieldSql(userPk: number): Readonly<Record<string, FieldSql>> {
  return Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, field.sql(userPk)]))
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

/** What books can be sorted by, with the names that clients know. */
export const BOOK_SORTS: Readonly<Record<string, SortField>> = {
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

export const BOOK_SORT_DEFAULT: Sort = [{ field: 'title', direction: 'asc' }]
