import type { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import type { RowValueOf } from '@octavo/contract/fields'
import type { Generated } from 'kysely'
import { FROM_FILE, OWN_OF_SERIES, type TableEntries } from './table'

/** What lists show and sort by; other metadata of a book is in `book_metadata`. */
export interface BooksTable {
  pk: Generated<number>
  id: string
  /** Library of its folder. */
  library_pk: number
  folder_pk: number
  series_pk: number
  /** Below its folder. */
  path: string
  file_name: string
  file_format: string
  file_size: number
  file_modified_ms: number
  file_inode: number
  /** Changes with its sidecar files; null without any. */
  beside_stamp: string | null
  /** Empty until analysed. */
  file_hash: string
  /** Hash of the pages, independent of the archive; null if unknown. */
  pages_hash: string | null
  reader_sync_hash: string | null
  /** MD5 of the file name, hex: KOReader may identify books by it. Null if an older version of Octavo added the book. */
  file_name_md5: Generated<string | null>
  page_count: number
  title: string
  title_sort: string | null
  /** Natural-order key of `title_sort`, else of `title`: compared as bytes. */
  sort_key: string
  /** Its search words; see `searchText`. */
  search_text: string
  /** The comparison form of the text; null if lower() gives the same. */
  title_folded: string | null
  title_sort_folded: string | null
  path_folded: string | null
  summary_folded: string | null
  /** Number in the series, with fractions; the wire shows whole numbers. */
  number: number | null
  volume: number | null
  chapter: number | null
  /** Year, month and day as one number, 20260131; parts that are not known are 0. */
  release_date: number | null
  summary: string | null
  analyzed: boolean
  analysis_error: string | null
  deleted: boolean
  deleted_at: number | null
  /** Of a hidden book: when a scan last found its file. */
  last_seen_at: number | null
  thumb_hash: string | null
  /** #rrggbb, derived from the ThumbHash. */
  main_color: Generated<string | null>
  /** Changes with the cover; null without a thumbnail. */
  cover_version: string | null
  /** Bits of locked fields; see kernel/field-locks. */
  locks: Generated<number>
  /** A person has chosen its series: scans and rules do not change it. */
  series_chosen: Generated<boolean>
  /** The book into which it was merged; it stays hidden. */
  merged_into_pk: Generated<number | null>
  /** Alike for editions of one book in a folder; see naming/editions.rules. Null if an older version of Octavo added the book. */
  edition_key: Generated<number | null>
  /** How often its editions came, moved or went since it was last named. */
  edition_changes: Generated<number>
  created_at: number
  updated_at: number
}

/** The columns of values that people set and every list row has; the excepted ones are also in metadata of files. */
export const BOOK_VALUE_COLUMNS = {
  titleSort: 'title_sort',
} as const satisfies Readonly<
  Record<Exclude<RowValueOf<typeof BOOK_FIELD_REGISTRY>, 'volume' | 'chapter' | 'summary'>, keyof BooksTable>
>

export type BookValueColumn = (typeof BOOK_VALUE_COLUMNS)[keyof typeof BOOK_VALUE_COLUMNS]

/** The page index of a book, one packed row. */
export interface BookPagesTable {
  book_pk: number
  /** Columns of the page index as JSON; see features/catalogue/pages. */
  packed: string
}

/** Metadata of a book, one row each: values of its file, and edited values in locked fields. */
export interface BookMetadataTable {
  book_pk: number
  id: string
  source: string
  title: string | null
  series: string | null
  number: string | null
  volume: number | null
  chapter: number | null
  count: number | null
  summary: string | null
  publisher: string | null
  publisher_folded: string | null
  imprint: string | null
  year: number | null
  month: number | null
  day: number | null
  language_iso: string | null
  format_detail: string | null
  black_and_white: boolean | null
  manga: boolean | null
  reading_direction: string | null
  age_rating: string | null
  /** The rating as a minimum age in years; null if it has none. */
  age: Generated<number | null>
  web: string | null
  /** JSON arrays. */
  isbns: string
  genres: string
  tags: string
  /** JSON array of {name, role, sortName}. */
  authors: string
  subtitle: Generated<string | null>
  edition: Generated<string | null>
  original_title: Generated<string | null>
  original_year: Generated<number | null>
  series_position: Generated<number | null>
  series_total: Generated<number | null>
  book_type: Generated<string | null>
  /** JSON array of {name, category, won, year}. */
  awards: Generated<string | null>
  /** JSON object. */
  custom_metadata: Generated<string | null>
  /** JSON object of fields that only the book's page shows; null for none. See WideFacts in formats/facts. */
  facts: Generated<string | null>
  /** JSON of its file's metadata while any field is locked, to restore values on unlock. */
  file_metadata: Generated<string | null>
  /** JSON object: who set each field and when; see FieldAuthors in features/catalogue/editing. Null if nobody did. */
  edited_by: Generated<string | null>
  updated_at: number
}

/** Problems of a book's file, one row for each of the eight types. */
export interface BookErrorsTable {
  book_pk: number
  error_type: string
  reason: string
  message: string
  /** JSON object or null. */
  details: string | null
  occurred_at: number
  /** When somebody ignored it; null if it is shown. */
  ignored_at: number | null
}

/** Books that an older version has read without a page hash. */
export interface UnsummedBooksTable {
  book_pk: number
}

/** Groups of likely duplicates: books or series. */
export interface DuplicatesTable {
  pk: Generated<number>
  id: string
  /** book or series. */
  kind: string
  match_type: string
  match_key: string
  /** Further match types, separated by commas. */
  also: Generated<string | null>
  library_pk: number | null
  /** Dismissed by a person; stored so that it is not reported again. */
  dismissed: boolean
  created_at: number
  updated_at: number
}

/** One of the keys is set, by the kind of the group. */
export interface DuplicateMembersTable {
  duplicate_pk: number
  book_pk: number | null
  series_pk: number | null
  /** Size, time and inode of the file whose whole content was read. */
  stamp: string | null
}

export const BOOK_TABLES = {
  books: {
    owner: 'features/catalogue/books',
    makesStale: 'catalogue',
    seenWith: 'book',
    // The caller decides which rows go to another series.
    references: {
      series_pk: { to: 'series', found: 'pass', merged: 'pass', moved: 'keep', gone: 'drop' },
      merged_into_pk: { to: 'books', found: 'pass', merged: 'pass', gone: 'drop' },
    },
  },
  book_pages: {
    owner: 'features/catalogue/pages',
    makesStale: 'catalogue',
    seenWith: 'book',
    references: { book_pk: FROM_FILE },
  },
  book_metadata: {
    owner: 'features/catalogue/metadata',
    makesStale: 'catalogue',
    seenWith: 'book',
    references: { book_pk: FROM_FILE },
  },
  book_errors: {
    owner: 'features/catalogue/books',
    makesStale: 'catalogue',
    seenWith: 'book',
    references: { book_pk: FROM_FILE },
  },
  unsummed_books: {
    owner: 'features/ingest/scan',
    makesStale: 'nothing',
    seenWith: 'nobody',
    references: { book_pk: FROM_FILE },
  },
  duplicates: { owner: 'features/ingest/duplicates', makesStale: 'catalogue', seenWith: 'library' },
  // The next search for duplicates finds them again.
  duplicate_members: {
    owner: 'features/ingest/duplicates',
    makesStale: 'catalogue',
    seenWith: 'book',
    references: { book_pk: FROM_FILE, series_pk: OWN_OF_SERIES },
  },
} satisfies TableEntries
