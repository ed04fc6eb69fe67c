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
  /** JSON object of which files say the metadata, and which comes first; null for the usual order. */
  metadata_sources: Generated<string | null>
  /** Counted by the scan: live books and series. */
  book_count: number
  series_count: number
  last_scanned_at: number | null
  /** Of a cover that somebody has chosen; null for the drawn one. */
  cover_version: Generated<string | null>
  thumb_hash: Generated<string | null>
  created_at: number
  updated_at: number
}

/** Folders of a library, and former ones that still have books. */
export interface LibraryFoldersTable {
  pk: Generated<number>
  library_pk: number
  /** The order in which a person has put them, from 0. */
  position: number
  /** Absolute, without a slash at its end; of the folders that are not removed, each is the only one of its path. */
  path: string
  /** When it was taken out of its library. Its books are hidden, and come back with it. */
  removed_at: number | null
  /** Why the folder cannot be scanned now; null while it can. */
  unavailable_reason: string | null
  /** JSON array of places whose books could not be found, without proof that they are gone; see features/ingest/scan. */
  absences: string | null
  /** JSON array of the disks mounted in or above the folder, as the last scan saw them. */
  mounts: string | null
  /** When a scan last listed all of the folder; one for which it is away does not. */
  seen_at: number | null
}

export const LIBRARY_TABLES = {
  libraries: { owner: 'features/catalogue/libraries', makesStale: 'catalogue', seenWith: 'library' },
  library_folders: { owner: 'features/catalogue/libraries', makesStale: 'catalogue', seenWith: 'library' },
} satisfies TableEntries
