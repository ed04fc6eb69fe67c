import type { Generated } from 'kysely'

export interface ReadProgressTable {
  pk: Generated<number>
  id: string
  user_pk: number
  book_pk: number
  series_pk: number
  /** 1-based. */
  current_page: number
  /** 0 to 1. */
  percentage: number | null
  completed: boolean
  started_at: number
  updated_at: number
  completed_at: number | null
  /** Readium locator as JSON, for EPUB. */
  locator: string | null
}

/** Sums of read_progress, kept in the same transaction: lists never count. */
export interface SeriesProgressTable {
  user_pk: number
  series_pk: number
  completed_count: number
  in_progress_count: number
  last_read_at: number
}
