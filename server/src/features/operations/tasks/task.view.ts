import type { TaskResponse } from '@octavo/contract/task'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import type { ErrorFacts } from '../../../platform/queue.types'
import type { TaskRow } from './tasks.queries'

/** A row as the contract shows it. Uncounted attempts are subtracted from both numbers. */
export function taskView(row: TaskRow): TaskResponse {
  const { progress_current: current, progress_total: total, progress_message: message } = row
  const facts: ErrorFacts | null = row.error_facts === null ? null : JSON.parse(row.error_facts)
  return {
    id: row.id,
    taskType: row.task_type,
    status: row.status,
    priority: row.priority,
    params: JSON.parse(row.payload),
    libraryId: row.library_id,
    libraryName: row.library_name,
    seriesId: row.series_id,
    seriesTitle: row.series_title,
    bookId: row.book_id,
    bookTitle: row.book_title,
    attempts: row.attempt - row.forgiven_attempts,
    maxAttempts: row.max_attempts - row.forgiven_attempts,
    lockedBy: row.locked_by,
    lockedUntil: timestampOrNull(row.lease_until),
    scheduledFor: timestamp(row.scheduled_for),
    createdAt: timestamp(row.created_at),
    startedAt: timestampOrNull(row.started_at),
    completedAt: timestampOrNull(row.completed_at),
    result: row.result === null ? null : JSON.parse(row.result),
    lastError: row.last_error,
    lastErrorCode: facts?.code ?? null,
    lastErrorDetails: facts?.details ?? null,
    progress: current === 0 && total === 0 && message === null ? null : { current, total, message },
    cancelRequested: row.cancel_requested && row.status === 'processing',
    requestedBy: row.username,
  }
}
