import type { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { fieldsOfReader, type OtherSortOf } from '@octavo/contract/fields'
import { BOOK_LIST_FIELDS, type BookListField, type BookListSort } from '@octavo/contract/list-fields'
import { type SqlBool, sql } from 'kysely'
import { type FieldKind, type FieldSql, fieldSql, type Sort, type SortField } from '../../lists/filters'
import { scoresOf, withExternalId } from '../external'
import { type FacetKind, nameField } from '../facets'

const { column, keyColumn, readStatus, score, sortTitle, textColumn } = fieldSql

const names = (kind: FacetKind) => nameField('books', kind)

/** Value in its file's metadata; a book without metadata has none. */
const elsewhere: NonNullable<FieldSql['elsewhere']> = {
  within: condition => sql<SqlBool>`(select ${condition} from (select 1 as one) as book
    left join book_metadata on book_metadata.book_pk = books.pk)`,
  join: sql`inner join book_metadata on book_metadata.book_pk = books.pk`,
}

/** Ratings, which few queries filter or sort by. */
export const BOOK_SCORES = scoresOf('book_pk')

/** The SQL of all filter fields in the registry. The query contains only `books`; other tables are subqueries. */
export const BOOK_FIELD_SQL: Readonly<Record<BookListField, FieldSql>> = {
  libraryId: keyColumn(sql`books.library_pk`, 'libraries'),
  seriesId: keyColumn(sql`books.series_pk`, 'series'),
  title: textColumn('books', 'title'),
  titleSort: sortTitle('books'),
  summary: textColumn('books', 'summary'),
  path: textColumn('books', 'path'),
  genre: names('genre'),
  tag: names('tag'),
  author: names('author'),
  language: names('language'),
  character: names('character'),
  team: names('team'),
  location: names('location'),
  storyArc: names('story_arc'),
  publisher: names('publisher'),
  imprint: names('imprint'),
  bookType: { text: sql`book_metadata.book_type`, folded: sql`null`, elsewhere },
  year: { ...column(sql`book_metadata.year`), elsewhere },
  format: column(sql`books.file_format`),
  number: column(sql`books.number`),
  volume: column(sql`books.volume`),
  chapter: column(sql`books.chapter`),
  pageCount: column(sql`books.page_count`),
  fileSize: column(sql`books.file_size`),
  dateAdded: column(sql`books.created_at`),
  hasError: column(sql`(books.analysis_error is not null)`),
  readStatus: readStatus(
    sql`books.pk`,
    userPk => sql`select own.book_pk from read_progress as own where own.user_pk = ${userPk}`,
    { isOpened: sql``, inProgress: sql` and not own.completed`, read: sql` and own.completed` },
  ),
  userRating: score(sql`books.pk`, BOOK_SCORES.user_rating),
  hasUserRating: score(sql`books.pk`, BOOK_SCORES.user_rating),
  communityRating: score(sql`books.pk`, BOOK_SCORES.community_rating),
  externalRating: score(sql`books.pk`, BOOK_SCORES.external_rating),
  hasExternalSourceId: score(sql`books.pk`, withExternalId('book_pk')),
}

/** Allowed operators of each field. */
export const BOOK_FIELDS: Readonly<Record<string, FieldKind>> = BOOK_LIST_FIELDS

/** Fields that depend on the viewer: their values change as somebody reads. */
export const BOOK_READING: ReadonlySet<string> = fieldsOfReader(BOOK_LIST_FIELDS)

const byTitle: SortField = { column: sql`books.sort_key`, nullable: false, ofLibrary: true }
const created: SortField = { column: sql`books.created_at`, nullable: false, ofLibrary: true }
const byNumber: SortField = { column: sql`books.number`, nullable: true }
const lastRead: SortField = { column: sql`read_progress.updated_at`, nullable: true, join: 'progress' }
const byScore = (name: keyof typeof BOOK_SCORES): SortField => {
  return { column: sql.ref(`${name}.value`), nullable: true, join: name }
}
const relevance: SortField = { ...byTitle, ranks: true }

/** The SQL of all sorts in the registry, with all names that clients may use. */
const SORT_SQL: Readonly<Record<BookListSort | OtherSortOf<typeof BOOK_FIELD_REGISTRY>, SortField>> = {
  title: byTitle,
  series: {
    column: sql`series.sort_key`,
    nullable: false,
    join: 'series',
    // Reading order within the series: the order of that index.
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
  rating: byScore('user_rating'),
  user_rating: byScore('user_rating'),
  community_rating: byScore('community_rating'),
  avg_rating: byScore('community_rating'),
  external_rating: byScore('external_rating'),
  relevance,
  score: relevance,
}

export const BOOK_SORTS: Readonly<Record<string, SortField>> = SORT_SQL

export const BOOK_SORT_DEFAULT: Sort = [{ field: 'title', direction: 'asc' }]
