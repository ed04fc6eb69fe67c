import type { Generated } from 'kysely'

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
  /** Folded title and file names for containment search. */
  search_text: string
  summary: string | null
  publisher: string | null
  year: number | null
  reading_direction: string | null
  /** Live books; kept in step by the scan. A series without any is hidden. */
  book_count: number
  volumes_owned: number
  max_volume: number | null
  max_chapter: number | null
  /** The book whose cover stands for the series. */
  cover_book_pk: number | null
  created_at: number
  updated_at: number
}

/** When the metadata of a series was last refreshed. */
export interface SeriesRefreshesTable {
  series_pk: number
  refreshed_at: number
}
