import type { Generated } from 'kysely'
import { NAMES_USER, type TableEntries } from './table'

/** A task is a lease with an attempt number: every step of its life is `WHERE id AND attempt`. */
export interface TasksTable {
  pk: Generated<number>
  id: string
  task_type: string
  /** Canonical JSON. */
  payload: string
  /** Type and payload; unique among pending and running tasks. */
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
  /** JSON: code and details of the last error; null if it was unexpected. */
  error_facts: Generated<string | null>
  created_at: number
  started_at: number | null
  completed_at: number | null
  /** The person who requested it; null for schedules and the system. */
  requested_by_pk: number | null
  /** Uncounted attempts: those of stopped processes, and all before a person unlocked the task. */
  forgiven_attempts: Generated<number>
  /** Its worker has not reported a start yet. */
  unbegun: Generated<boolean>
  /** Where it was queued, as W3C Trace Context; null outside of requests and tasks. */
  traceparent: Generated<string | null>
  /** Subject of the payload, for lists. */
  library_id: string | null
  series_id: string | null
  book_id: string | null
}

/** One row for each attempt that ended, until it is rolled up into `task_metrics` and `task_counts`. */
export interface TaskRunsTable {
  pk: Generated<number>
  task_type: string
  /** succeeded, failed, retried (failed and queued again) or cancelled. */
  outcome: string
  /** State of the task if it ended with this attempt; null if it continues. */
  ended_status: string | null
  duration_ms: number
  /** From due to claimed. */
  wait_ms: number
  items: number
  bytes: number
  error: string | null
  ended_at: number
}

/** Sums of the runs of one type that ended within one hour. */
export interface TaskMetricsTable {
  task_type: string
  /** Start of the hour. */
  hour: number
  executed: number
  succeeded: number
  failed: number
  retried: number
  duration_sum: number
  duration_min: number
  duration_max: number
  wait_sum: number
  items: number
  bytes: number
  /** Histogram as JSON: bucket to count; see features/operations/metrics. */
  durations: string
  /** Runs that ended in each minute of the hour as JSON: minute to count. */
  minutes: string
  last_error: string | null
  last_error_at: number | null
}

/** Number of `tasks` rows that ended in each state, without those whose last run is still in `task_runs`. */
export interface TaskCountsTable {
  task_type: string
  status: string
  count: number
}

/** Log lines of a task. */
export interface TaskLogTable {
  pk: Generated<number>
  task_pk: number
  at: number
  /** info, warn or error. */
  level: string
  message: string
}

/** The schedule of a job. */
export interface SchedulesTable {
  pk: Generated<number>
  id: string
  /** Null for the whole server. */
  library_pk: number | null
  job: string
  name: string
  cron: string
  /** IANA name; null is the server's. */
  timezone: string | null
  enabled: boolean
  /** JSON, by job. */
  config: string
  /** The scan scheduled by the library's settings, from which this row is derived. */
  of_library: boolean
  /** The time zone by which `next_fire_at` was computed. */
  zone: string | null
  next_fire_at: number | null
  last_task_id: string | null
  /** JSON array: ids of the tasks of the current run; null once its end is recorded. */
  run_tasks: string | null
  last_run_at: number | null
  /** success or failure. */
  last_run_status: string | null
  last_run_message: string | null
  created_at: number
  updated_at: number
}

/** One row per scan: its report. */
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
  /** JSON: results of the files, counted and with some paths; see features/ingest/scan. */
  details: string | null
  /** JSON: the places that the scan was narrowed to; null for the whole library. */
  scope: string | null
  created_at: number
  started_at: number | null
  completed_at: number | null
}

/** The next scan of a library, after the pending or running one. */
export interface ScanRequestsTable {
  library_pk: number
  /** JSON payload of a scan task. */
  payload: string
  due_at: number
}

/** How much space one part took. */
export interface StorageSamplesTable {
  taken_at: number
  /** As the contract names it. */
  part: string
  bytes: number
  files: number
}

/** How a folder of a library is watched, and by which process. */
export interface WatchesTable {
  library_pk: number
  /** The library's folder. */
  root: string
  process_id: string
  /** By the database's clock. On SQLite there is one process, and no expiry. */
  lease_until: number
  /** starting, events, polling or away. */
  state: string
  /** Why events are not used. */
  reason: string | null
  detail: string | null
  folders: number
  since: number
  /** Changes before then have been passed to a scan. */
  seen_at: number | null
}

export const TASK_TABLES = {
  tasks: { owner: 'platform', makesStale: 'nothing', seenWith: 'nobody', references: { requested_by_pk: NAMES_USER } },
  task_runs: { owner: 'platform', makesStale: 'nothing', seenWith: 'nobody' },
  task_counts: { owner: 'platform', makesStale: 'nothing', seenWith: 'nobody' },
  task_log: { owner: 'platform', makesStale: 'nothing', seenWith: 'nobody' },
  task_metrics: { owner: 'features/operations/metrics', makesStale: 'nothing', seenWith: 'nobody' },
  schedules: { owner: 'features/operations/schedules', makesStale: 'nothing', seenWith: 'nobody' },
  scans: { owner: 'features/ingest/scan', makesStale: 'nothing', seenWith: 'library' },
  scan_wishes: { owner: 'features/ingest/scan', makesStale: 'nothing', seenWith: 'nobody' },
  storage_samples: { owner: 'features/operations/storage', makesStale: 'nothing', seenWith: 'nobody' },
  watches: { owner: 'features/ingest/watch', makesStale: 'nothing', seenWith: 'library' },
} satisfies TableEntries
