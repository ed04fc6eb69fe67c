import type { Generated } from 'kysely'
import { OWN_OF_SERIES, type TableEntries } from './table'

export interface SeriesTable {
  pk: Generated<number>
  id: string
  library_pk: number
  /** Folder below the library's; empty for the library's own. */
  path: string
  title: string
  title_sort: string | null
  /** A person has set it: no scan, no rule and no metadata changes it. */
  title_locked: Generated<boolean>
  title_sort_locked: Generated<boolean>
  /** Natural-order key of `title_sort`, else of `title`: compared as bytes. */
  sort_key: string
  /** The words it is found by; see `searchText`. */
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
  /** Its sharing tags; null for none. Only features/people/sharing-tags changes it, by way of features/catalogue/series. */
  sharing_set_pk: Generated<number | null>
  /** From which age on, in years: that of its strictest live book. Null when nobody says. */
  age: Generated<number | null>
  /** Live books, updated by scans. A series without any is hidden. */
  book_count: number
  volumes_owned: number
  max_volume: number | null
  max_chapter: number | null
  /** The book whose cover the series shows, unless it has its own. */
  cover_book_pk: number | null
  /**
   * JSON of the image in its folder that is its cover: which folder of the library, name, size and time. With a version
   * and no image, the cover is one that a person chose: no scan touches it.
   */
  cover_image: string | null
  /** Of a cover of its own, which goes before that of a book; null also when its image cannot be read. */
  cover_version: string | null
  thumb_hash: string | null
  /** #rrggbb, of the cover of its own; follows from the ThumbHash. */
  main_color: Generated<string | null>
  /** Bits of the other fields that a person has locked; see kernel/field-locks. */
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
  /** From which age on the file in its folder says that it is, in years; null where it does not say. */
  file_age: Generated<number | null>
  /** JSON of what the series.json in its folder says; null without one. */
  file_metadata: Generated<string | null>
  /** JSON object: who set each field and when; null for nobody. */
  edited_by: Generated<string | null>
  /** The series that it was merged into, to which the books at its path belong. */
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
    // Chosen again from the live books whenever these change.
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
