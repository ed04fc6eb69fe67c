import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { BookListField } from '@octavo/contract/list-fields'
import { sql } from 'kysely'
import { type FieldSql, fieldSql, type SortField } from '../../lists/filters'
import { underAllNames, usualFields, usualSorts } from '../items'

const { column, keyColumn, readStatus } = fieldSql

/** The SQL of all filter fields in the registry. The query contains only `books`; other tables are subqueries. */
export const BOOK_FIELD_SQL: Readonly<Record<BookListField, FieldSql>> = {
  ...usualFields('books'),
  seriesId: keyColumn(sql`books.series_pk`, 'series'),
  bookType: {
    text: sql`(select book_type from book_metadata where book_pk = books.pk)`,
    folded: sql`null`,
    once: {
      text: sql`book_metadata.book_type`,
      within: condition => sql`(select ${condition} from (select 1 as one) as book
        left join book_metadata on book_metadata.book_pk = books.pk)`,
    },
  },
  year: column(sql`books.release_date / 10000`),
  format: column(sql`books.file_format`),
  number: column(sql`books.number`),
  volume: column(sql`books.volume`),
  chapter: column(sql`books.chapter`),
  pageCount: column(sql`books.page_count`),
  fileSize: column(sql`books.file_size`),
  hasError: column(sql`(books.analysis_error is not null)`),
  readStatus: readStatus(
    sql`books.pk`,
    userPk => sql`select own.book_pk from read_progress as own where own.user_pk = ${userPk}`,
    { isOpened: sql``, inProgress: sql` and not own.completed`, read: sql` and own.completed` },
  ),
}

const { byTitle, byCreation, found } = usualSorts('books', true)
const byNumber: SortField = { column: sql`books.number`, nullable: true }
/** The SQL of all sorts in the registry. */
export const BOOK_SORTS = underAllNames(BOOK_FIELD_REGISTRY, {
  ...found,
  title: byTitle,
  created_at: byCreation,
  series: {
    column: sql`series.sort_key`,
    nullable: false,
    join: 'series',
    // Reading order within the series: the order of that index.
    followedBy: [{ column: sql`series.pk`, nullable: false }, byNumber, byTitle],
  },
  release_date: { column: sql`books.release_date`, nullable: true },
  number: byNumber,
  file_size: { column: sql`books.file_size`, nullable: false },
  filename: { column: sql`books.file_name`, nullable: false },
  page_count: { column: sql`books.page_count`, nullable: false },
  last_read: { column: sql`progress.value`, nullable: true, join: 'progress' },
})
