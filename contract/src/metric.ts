import { nullable, numeral, Timestamp, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

const Count = z.int().min(0).meta({ format: 'int64' })
const Double = z.number().meta({ format: 'double' })

/** Metrics of one task type. Executed is succeeded plus failed, without cancelled. */
export const TaskTypeMetricsDto = z
  .object({
    taskType: z.string(),
    executed: Count,
    succeeded: Count,
    failed: Count.meta({ description: 'Failed attempts, including retried ones' }),
    retried: Count.meta({ description: 'Retried attempts' }),
    avgDurationMs: Double,
    minDurationMs: Count,
    maxDurationMs: Count,
    p50DurationMs: Count,
    p95DurationMs: Count,
    avgQueueWaitMs: Double.meta({ description: 'From the due time of a task until it started' }),
    itemsProcessed: Count,
    bytesProcessed: Count,
    throughputPerSec: Double.meta({ description: 'Items per second of work' }),
    errorRatePct: Double,
    lastError: nullable(z.string()),
    lastErrorAt: nullable(Timestamp),
  })
  .meta({ id: 'TaskTypeMetricsDto' })
export type TaskTypeMetricsDto = z.infer<typeof TaskTypeMetricsDto>

export const TaskMetricsSummaryDto = z
  .object({
    totalExecuted: Count,
    totalSucceeded: Count,
    totalFailed: Count,
    avgDurationMs: Double,
    avgQueueWaitMs: Double,
    tasksPerMinute: Double.meta({ description: 'Over the last minutes' }),
  })
  .meta({ id: 'TaskMetricsSummaryDto' })

export const QueueHealthMetricsDto = z
  .object({
    pendingCount: Count,
    processingCount: Count,
    staleCount: Count,
    oldestPendingAgeMs: nullable(Count).meta({ description: 'Waiting time of the task that has been due longest' }),
  })
  .meta({ id: 'QueueHealthMetricsDto' })
export type QueueHealthMetricsDto = z.infer<typeof QueueHealthMetricsDto>

/** Work done within the last 24 hours. */
export const TaskMetricsResponse = z
  .object({
    updatedAt: Timestamp,
    retention: z.string().meta({ description: 'Retention of metrics in days, or disabled' }),
    summary: TaskMetricsSummaryDto,
    byType: z.array(TaskTypeMetricsDto),
    queue: QueueHealthMetricsDto,
  })
  .meta({ id: 'TaskMetricsResponse' })
export type TaskMetricsResponse = z.infer<typeof TaskMetricsResponse>

export const TaskMetricsDataPointDto = z
  .object({
    periodStart: Timestamp,
    taskType: nullable(z.string()),
    count: Count,
    succeeded: Count,
    failed: Count,
    avgDurationMs: Double,
    minDurationMs: Count,
    maxDurationMs: Count,
    itemsProcessed: Count,
    bytesProcessed: Count,
  })
  .meta({ id: 'TaskMetricsDataPointDto' })
export type TaskMetricsDataPointDto = z.infer<typeof TaskMetricsDataPointDto>

export const TaskMetricsHistoryResponse = z
  .object({
    from: Timestamp,
    to: Timestamp,
    granularity: z.string(),
    points: z.array(TaskMetricsDataPointDto),
  })
  .meta({ id: 'TaskMetricsHistoryResponse' })
export type TaskMetricsHistoryResponse = z.infer<typeof TaskMetricsHistoryResponse>

export const MetricsNukeResponse = z.object({ deletedCount: Count }).meta({ id: 'MetricsNukeResponse' })

export const MetricsCleanupResponse = z
  .object({ deletedCount: Count, retentionDays: z.string(), oldestRemaining: nullable(Timestamp) })
  .meta({ id: 'MetricsCleanupResponse' })
export type MetricsCleanupResponse = z.infer<typeof MetricsCleanupResponse>

const Total = z.int().meta({ format: 'int64' })

export const LibraryMetricsDto = z
  .object({ id: Uuid, name: z.string(), seriesCount: Total, bookCount: Total, totalSize: Total })
  .meta({ id: 'LibraryMetricsDto' })

/** Totals. Books, series and libraries are the visible ones; sizes are bytes. */
export const MetricsDto = z
  .object({
    libraryCount: Total,
    seriesCount: Total,
    bookCount: Total,
    totalBookSize: Total,
    userCount: Total.meta({ description: 'Zero for people who cannot see all libraries' }),
    databaseSize: Total.meta({ description: 'Zero for people who cannot see all libraries' }),
    pageCount: Total,
    libraries: z.array(LibraryMetricsDto),
  })
  .meta({ id: 'MetricsDto' })
export type MetricsDto = z.infer<typeof MetricsDto>

const PluginMethodMetricsDto = z
  .object({
    method: z.string(),
    requestsTotal: Count,
    requestsSuccess: Count,
    requestsFailed: Count,
    avgDurationMs: Double,
  })
  .meta({ id: 'PluginMethodMetricsDto' })

export const PluginMetricsDto = z
  .object({
    pluginId: Uuid,
    pluginName: z.string(),
    requestsTotal: Count,
    requestsSuccess: Count,
    requestsFailed: Count,
    avgDurationMs: Double,
    rateLimitRejections: Count,
    errorRatePct: Double,
    healthStatus: z.string(),
    byMethod: nullable(z.record(z.string(), PluginMethodMetricsDto)),
    failureCounts: nullable(z.record(z.string(), Count)),
    lastSuccess: nullable(Timestamp),
    lastFailure: nullable(Timestamp),
  })
  .meta({ id: 'PluginMetricsDto' })

export const PluginMetricsSummaryDto = z
  .object({
    totalPlugins: Count,
    healthyPlugins: Count,
    degradedPlugins: Count,
    unhealthyPlugins: Count,
    totalRequests: Count,
    totalSuccess: Count,
    totalFailed: Count,
    totalRateLimitRejections: Count,
  })
  .meta({ id: 'PluginMetricsSummaryDto' })

/** Metrics of plugins. There are none yet, so nothing is counted. */
export const PluginMetricsResponse = z
  .object({ updatedAt: Timestamp, summary: PluginMetricsSummaryDto, plugins: z.array(PluginMetricsDto) })
  .meta({ id: 'PluginMetricsResponse' })
export type PluginMetricsResponse = z.infer<typeof PluginMetricsResponse>

const tag = 'Metrics'

export const getInventoryMetrics = route({
  id: 'get_inventory_metrics',
  method: 'get',
  path: '/api/v1/metrics/inventory',
  tag,
  summary: 'Number and size of libraries, series, books and pages',
  access: 'libraries-read',
  status: 200,
  payload: json(MetricsDto),
})

export const getTaskMetrics = route({
  id: 'get_task_metrics',
  method: 'get',
  path: '/api/v1/metrics/tasks',
  tag,
  summary: 'Task metrics of the last 24 hours, by type',
  access: 'libraries-read',
  wholeSight: true,
  status: 200,
  payload: json(TaskMetricsResponse),
  errors: [503],
})

export const getTaskMetricsHistory = route({
  id: 'get_task_metrics_history',
  method: 'get',
  path: '/api/v1/metrics/tasks/history',
  tag,
  summary: 'Task metrics by hour or day',
  access: 'libraries-read',
  wholeSight: true,
  query: z.object({
    days: numeral(z.int32().min(1).max(180)).default(7),
    taskType: z.string().min(1).max(100).optional(),
    granularity: z.enum(['hour', 'day']).default('hour'),
  }),
  status: 200,
  payload: json(TaskMetricsHistoryResponse),
  errors: [503],
})

export const nukeTaskMetrics = route({
  id: 'nuke_task_metrics',
  method: 'delete',
  path: '/api/v1/metrics/tasks',
  tag,
  summary: 'Delete all task metrics',
  access: 'system-admin',
  status: 200,
  payload: json(MetricsNukeResponse),
  errors: [503],
})

export const cleanUpTaskMetrics = route({
  id: 'trigger_metrics_cleanup',
  method: 'post',
  path: '/api/v1/metrics/tasks/cleanup',
  tag,
  summary: 'Delete metrics past their retention',
  access: 'system-admin',
  status: 200,
  payload: json(MetricsCleanupResponse),
  errors: [503],
})

export const getPluginMetrics = route({
  id: 'get_plugin_metrics',
  method: 'get',
  path: '/api/v1/metrics/plugins',
  tag,
  summary: 'Plugin metrics; empty without plugins',
  access: 'libraries-read',
  status: 200,
  payload: json(PluginMetricsResponse),
})
