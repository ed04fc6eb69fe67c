import type { Generated } from 'kysely'

export interface LibrariesTable {
  pk: Generated<number>
  id: string
  name: string
  description: string | null
  /** Absolute folder, without a slash at its end. */
  path: string
  is_active: boolean
  /** Why the folder cannot be scanned now; null while it can. */
  unavailable_reason: string | null
  /** JSON array of places whose books could not be found, without proof that they are gone; see features/scan. */
  absences: string | null
  /** JSON array of the disks mounted in or above the folder, as the last scan saw them. */
  mounts: string | null
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
  /** Kept in step by the scan: live books and series. */
  book_count: number
  series_count: number
  last_scanned_at: number | null
  created_at: number
  updated_at: number
}
