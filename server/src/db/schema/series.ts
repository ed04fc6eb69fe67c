import type { Generated } from 'kysely'
import { OWN_OF_SERIES, type TableEntries } from './table'

export interface SeriesTable {
  pk: Generated<number>
  id: string
  library_pk: number
  /** Folder below the library's; empty for the library's root. */
  path: string
  title: string
  title_sort: string | null
  /** Chosen by a person: scans, rules and metadata do not change it. */
  title_locked: Generated<boolean>
  title_sort_locked: Generated<boolean>
  /** Natural-order key of `title_sort`, else of `title`: compared as bytes. */
  sort_key: string
  /** Its search words; see `searchText`. */
  search_text: string
  /** The comparison form of the text; null if lower() gives the same. */
  title_folded: string | null
  title_sort_folded: string | null
  path_folded: string | null
  summary_folded: string | null
  publisher_folded: string | null
  summary: string | null
  publisher: string | null
  year: number | null
  reading_direction: string | null
  /**
   * Its sharing tags; null for none. Changed only by features/people/sharing-tags, through features/catalogue/series.
   */
  sharing_set_pk: Generated<number | null>
  /** Minimum age in years, the highest of its live books. Null if unrated. */
  age: Generated<number | null>
  /** Number of live books, updated by scans. A series without any is hidden. */
  book_count: number
  volumes_owned: number
  max_volume: number | null
  max_chapter: number | null
  /** The book whose cover the series shows, unless it has its own. */
  cover_book_pk: number | null
  /**
   * JSON of the cover image in its folder: library folder, name, size and time. A version without an image means that a
   * person chose the cover: scans leave it alone.
   */
  cover_image: string | null
  /** Version of its own cover, which overrides that of a book; null also if its image is unreadable. */
  cover_version: string | null
  thumb_hash: string | null
  /** #rrggbb of its own cover, derived from the ThumbHash. */
  main_color: Generated<string | null>
  /** Bits of other locked fields; see kernel/field-locks. */
  locks: Generated<number>
  imprint: Generated<string | null>
  /** ongoing, ended, hiatus, abandoned or unknown. */
  status: Generated<string | null>
  language: Generated<string | null>
  total_volume_count: Generated<number | null>
  total_chapter_count: Generated<number | null>
  /** JSON array of {name, role, sortName}. */
  authors: Generated<string | null>
  /** JSON object. */
  custom_metadata: Generated<string | null>
  /** Minimum age in years by the file in its folder; null if not given. */
  file_age: Generated<number | null>
  /** JSON of the series.json in its folder; null without one. */
  file_metadata: Generated<string | null>
  /** JSON object: who set each field and when; null if nobody did. */
  edited_by: Generated<string | null>
  /** The series into which it was merged: books at its path belong to that one. */
  merged_into_pk: Generated<number | null>
  created_at: number
  updated_at: number
}

/** When the metadata of a series was last refreshed. */
export interface SeriesRefreshesTable {
  series_pk: number
  refreshed_at: number
}

export const SERIES_TABLES = {
  series: {
    owner: 'features/catalogue/series',
    makesStale: 'catalogue',
    seenWith: 'series',
    // Chosen again from the live books when these change.
    references: {
      cover_book_pk: { to: 'books', found: 'keep', merged: 'keep', gone: 'keep' },
      merged_into_pk: { to: 'series', found: 'pass', merged: 'pass', moved: 'keep', gone: 'drop' },
    },
  },
  series_refreshes: {
    owner: 'features/ingest/refresh',
    makesStale: 'catalogue',
    seenWith: 'series',
    references: { series_pk: OWN_OF_SERIES },
  },
} satisfies TableEntries
