import type { Generated } from 'kysely'
import type { TableEntries } from './table'

export interface LibrariesTable {
  pk: Generated<number>
  id: string
  name: string
  description: string | null
  is_active: boolean
  series_strategy: string
  series_config: string | null
  book_strategy: string
  book_config: string | null
  number_strategy: string
  number_config: string | null
  title_rules: string | null
  auto_match_conditions: string | null
  scanning_config: string | null
  default_reading_direction: string
  /** JSON array of formats; null allows all. */
  allowed_formats: string | null
  /** One glob a line. */
  excluded_patterns: string | null
  /** JSON object of enabled metadata sources and their priority; null for the default. */
  metadata_sources: Generated<string | null>
  /** Number of live books and series, counted by scans. */
  book_count: number
  series_count: number
  last_scanned_at: number | null
  /** Version of the chosen cover; null for the drawn one. */
  cover_version: Generated<string | null>
  thumb_hash: Generated<string | null>
  created_at: number
  updated_at: number
}

/** Folders of a library, and former ones that still have books. */
export interface LibraryFoldersTable {
  pk: Generated<number>
  library_pk: number
  /** Order chosen by a person, from 0. */
  position: number
  /** Absolute, without a trailing slash; unique among folders that are not removed. */
  path: string
  /** When it was removed from its library. Its books are hidden, and return with it. */
  removed_at: number | null
  /** Why the folder cannot be scanned now; null while it can. */
  unavailable_reason: string | null
  /** JSON array of places whose books are missing without proof of deletion; see features/ingest/scan. */
  absences: string | null
  /** JSON array of the disks mounted in or above the folder at the last scan. */
  mounts: string | null
  /** When a scan last listed the whole folder; not set while the folder is away. */
  seen_at: number | null
}

export const LIBRARY_TABLES = {
  libraries: { owner: 'features/catalogue/libraries', makesStale: 'catalogue', seenWith: 'library' },
  library_folders: { owner: 'features/catalogue/libraries', makesStale: 'catalogue', seenWith: 'library' },
} satisfies TableEntries
