import type { Generated } from 'kysely'

/** A task is a lease with an attempt number: every step of its life is `WHERE id AND attempt`. */
export interface TasksTable {
  pk: Generated<number>
  id: string
  task_type: string
  /** Canonical JSON. */
  payload: string
  /** Type and payload; unique among tasks that wait or run. */
  dedup_key: string
  status: string
  priority: number
  attempt: number
  max_attempts: number
  locked_by: string | null
  lease_until: number | null
  scheduled_for: number
  cancel_requested: boolean
  progress_current: number
  progress_total: number
  progress_message: string | null
  result: string | null
  last_error: string | null
  created_at: number
  started_at: number | null
  completed_at: number | null
}

/** One row a scan, kept as its report. */
export interface ScansTable {
  pk: Generated<number>
  id: string
  library_pk: number
  status: string
  mode: string
  files_total: number
  files_processed: number
  series_found: number
  books_found: number
  /** Books analysed so far, of those that need it. */
  books_analyzed: number
  books_to_analyze: number
  /** JSON array of sentences. */
  errors: string
  created_at: number
  started_at: number | null
  completed_at: number | null
}
