import { addTo, bucketOf, type Histogram } from './histogram.rules'

export const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** One ended attempt, for metrics. */
export interface Run {
  readonly task_type: string
  /** succeeded, failed, retried (failed and queued again) or cancelled. */
  readonly outcome: string
  readonly duration_ms: number
  readonly wait_ms: number
  readonly items: number
  readonly bytes: number
  readonly error: string | null
  readonly ended_at: number
}

/** Sums of the runs of one type that ended within one hour. */
export interface Sums {
  executed: number
  succeeded: number
  failed: number
  retried: number
  durationSum: number
  durationMin: number
  durationMax: number
  waitSum: number
  items: number
  bytes: number
  durations: Histogram
  /** Number of runs by the minute of the hour in which they ended. */
  minutes: Record<number, number>
  lastError: string | null
  lastErrorAt: number | null
}

export function noSums(): Sums {
  return {
    executed: 0,
    succeeded: 0,
    failed: 0,
    retried: 0,
    durationSum: 0,
    durationMin: 0,
    durationMax: 0,
    waitSum: 0,
    items: 0,
    bytes: 0,
    durations: {},
    minutes: {},
    lastError: null,
    lastErrorAt: null,
  }
}

export function hourOf(ms: number): number {
  return ms - (ms % HOUR_MS)
}

/** Adds a run. Cancelled ones are not counted. */
export function addRun(sums: Sums, run: Run): void {
  if (run.outcome === 'cancelled') return
  const failed = run.outcome === 'succeeded' ? 0 : 1
  addSums(sums, {
    executed: 1,
    succeeded: 1 - failed,
    failed,
    retried: run.outcome === 'retried' ? 1 : 0,
    durationSum: run.duration_ms,
    durationMin: run.duration_ms,
    durationMax: run.duration_ms,
    waitSum: run.wait_ms,
    items: run.items,
    bytes: run.bytes,
    durations: { [bucketOf(run.duration_ms)]: 1 },
    minutes: { [Math.floor((run.ended_at % HOUR_MS) / MINUTE_MS)]: 1 },
    lastError: failed ? run.error : null,
    lastErrorAt: failed ? run.ended_at : null,
  })
}

/** Adds other sums. The minutes are meaningful only if both are of the same hour. */
export function addSums(sums: Sums, more: Sums): void {
  if (more.executed === 0) return
  sums.durationMin = sums.executed === 0 ? more.durationMin : Math.min(sums.durationMin, more.durationMin)
  sums.durationMax = Math.max(sums.durationMax, more.durationMax)
  sums.executed += more.executed
  sums.succeeded += more.succeeded
  sums.failed += more.failed
  sums.retried += more.retried
  sums.durationSum += more.durationSum
  sums.waitSum += more.waitSum
  sums.items += more.items
  sums.bytes += more.bytes
  for (const [bucket, count] of Object.entries(more.durations)) addTo(sums.durations, Number(bucket), count)
  for (const [minute, count] of Object.entries(more.minutes)) addTo(sums.minutes, Number(minute), count)
  if (more.lastErrorAt !== null && more.lastErrorAt >= (sums.lastErrorAt ?? 0)) {
    sums.lastError = more.lastError
    sums.lastErrorAt = more.lastErrorAt
  }
}
