import type { TaskMetricsTable } from '../../../db/schema/tasks'
import type { Sums } from './sums.rules'

/** `durations` and `minutes` are left out unless needed. */
export function sumsOf(row: Omit<TaskMetricsTable, 'durations' | 'minutes'> & Partial<TaskMetricsTable>): Sums {
  return {
    executed: row.executed,
    succeeded: row.succeeded,
    failed: row.failed,
    retried: row.retried,
    durationSum: row.duration_sum,
    durationMin: row.duration_min,
    durationMax: row.duration_max,
    waitSum: row.wait_sum,
    items: row.items,
    bytes: row.bytes,
    durations: row.durations ? JSON.parse(row.durations) : {},
    minutes: row.minutes ? JSON.parse(row.minutes) : {},
    lastError: row.last_error,
    lastErrorAt: row.last_error_at,
  }
}

export function rowOf(type: string, hour: number, sums: Sums): TaskMetricsTable {
  return {
    task_type: type,
    hour,
    executed: sums.executed,
    succeeded: sums.succeeded,
    failed: sums.failed,
    retried: sums.retried,
    duration_sum: sums.durationSum,
    duration_min: sums.durationMin,
    duration_max: sums.durationMax,
    wait_sum: sums.waitSum,
    items: sums.items,
    bytes: sums.bytes,
    durations: JSON.stringify(sums.durations),
    minutes: JSON.stringify(sums.minutes),
    last_error: sums.lastError,
    last_error_at: sums.lastErrorAt,
  }
}
