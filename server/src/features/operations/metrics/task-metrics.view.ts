import type { TaskMetricsDataPointDto, TaskMetricsResponse, TaskTypeMetricsDto } from '@octavo/contract/metric'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { percentile } from './histogram.rules'
import type { HourOfType, QueueHealth } from './metrics.queries'
import { addSums, HOUR_MS, noSums, type Sums } from './sums.rules'

const MINUTE_MS = 60_000
/** Window of the tasks-per-minute figure, in minutes. */
const RECENT_MINUTES = 10

/** Sums of the hours, by type and in total. */
export function metricsView(
  hours: readonly HourOfType[],
  health: QueueHealth,
  { now, retention, showsErrors }: { now: number; retention: string; showsErrors: boolean },
): TaskMetricsResponse {
  const all = noSums()
  for (const { sums } of hours) addSums(all, sums)
  return {
    updatedAt: timestamp(now),
    retention,
    summary: {
      totalExecuted: all.executed,
      totalSucceeded: all.succeeded,
      totalFailed: all.failed,
      avgDurationMs: share(all.durationSum, all.executed),
      avgQueueWaitMs: share(all.waitSum, all.executed),
      tasksPerMinute: tasksPerMinute(hours, now),
    },
    byType: [...Map.groupBy(hours, hour => hour.type)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, ofType]) => typeView(type, summed(ofType), showsErrors)),
    queue: {
      pendingCount: health.pending,
      processingCount: health.processing,
      staleCount: health.stale,
      oldestPendingAgeMs: health.oldest,
    },
  }
}

function summed(hours: readonly HourOfType[]): Sums {
  const sums = noSums()
  for (const hour of hours) addSums(sums, hour.sums)
  return sums
}

function typeView(taskType: string, sums: Sums, showsErrors: boolean): TaskTypeMetricsDto {
  const { executed, succeeded, failed, retried, durationMin, durationMax } = sums
  const between = (ms: number) => Math.min(durationMax, Math.max(durationMin, ms))
  return {
    taskType,
    executed,
    succeeded,
    failed,
    retried,
    avgDurationMs: share(sums.durationSum, executed),
    minDurationMs: durationMin,
    maxDurationMs: durationMax,
    p50DurationMs: between(percentile(sums.durations, 0.5)),
    p95DurationMs: between(percentile(sums.durations, 0.95)),
    avgQueueWaitMs: share(sums.waitSum, executed),
    itemsProcessed: sums.items,
    bytesProcessed: sums.bytes,
    throughputPerSec: share(sums.items * 1000, sums.durationSum),
    errorRatePct: share(failed * 100, executed),
    lastError: showsErrors ? sums.lastError : null,
    lastErrorAt: timestampOrNull(sums.lastErrorAt),
  }
}

function share(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count
}

/** Attempts per minute within the last ten minutes. */
function tasksPerMinute(hours: readonly HourOfType[], now: number): number {
  const thisMinute = Math.floor(now / MINUTE_MS)
  const first = thisMinute - RECENT_MINUTES + 1
  let ended = 0
  for (const { hour, sums } of hours) {
    for (const [minute, count] of Object.entries(sums.minutes)) {
      const at = hour / MINUTE_MS + Number(minute)
      if (at >= first && at <= thisMinute) ended += count
    }
  }
  return ended / RECENT_MINUTES
}

/** The same over time: a point for each period with an ended attempt. */
export function historyView(
  hours: readonly HourOfType[],
  granularity: 'hour' | 'day',
  taskType: string | undefined,
): TaskMetricsDataPointDto[] {
  const length = granularity === 'hour' ? HOUR_MS : 24 * HOUR_MS
  const periods = Map.groupBy(hours, ({ hour }) => hour - (hour % length))
  return [...periods]
    .toSorted(([a], [b]) => a - b)
    .map(([start, ofPeriod]) => {
      const sums = summed(ofPeriod)
      return {
        periodStart: timestamp(start),
        taskType: taskType ?? null,
        count: sums.executed,
        succeeded: sums.succeeded,
        failed: sums.failed,
        avgDurationMs: share(sums.durationSum, sums.executed),
        minDurationMs: sums.durationMin,
        maxDurationMs: sums.durationMax,
        itemsProcessed: sums.items,
        bytesProcessed: sums.bytes,
      }
    })
}
