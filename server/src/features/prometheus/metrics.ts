import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Answered } from '../../http/answered'
import { limitHits } from '../../kernel/limit-hits'
import { inScope } from '../../kernel/request-scope'
import { type TaskHandler, type TaskHandlers, TaskStopped } from '../../platform/queue.types'

/** What Prometheus reads of this process. */
export interface Metrics {
  answered(answered: Answered): void
  /** The same handlers, timed, with every log line of a task carrying its id. */
  instrument(handlers: TaskHandlers): TaskHandlers
  /** Values that others keep: asked for at each scrape. One that cannot be had is left out. */
  observe(
    name: string,
    help: string,
    kind: 'gauge' | 'counter',
    read: () => Promise<Samples> | Samples,
    labelNames?: string[],
  ): void
  /** The text of a scrape. */
  text(): Promise<string>
  readonly mediaType: string
}

/** Values by their labels. The labels have to come from a list that ends: every combination stays in memory. */
export type Samples = readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const TASK_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_200, 3_600, 14_400]
/** Anything may stand before a path. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'octavo_http_request_duration_seconds',
    help: 'Requests by route, until the headers of the answer were ready',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const tasks = new Histogram({
    name: 'octavo_task_duration_seconds',
    help: 'Attempts at tasks by type and how they ended',
    labelNames: ['type', 'outcome'],
    buckets: TASK_SECONDS,
    registers,
  })
  new Gauge({ name: 'octavo_info', help: 'Always 1', labelNames: ['version'], registers }).set({ version }, 1)
  const startedAt = Math.round(Date.now() / 1000 - process.uptime())

  const series = new Map<string, Histogram.Internal<string>>()
  function seriesOf(method: string, route: string, status: number): Histogram.Internal<string> {
    const key = `${method} ${status} ${route}`
    let child = series.get(key)
    if (!child) {
      child = requests.labels(method, route, String(status))
      series.set(key, child)
    }
    return child
  }

  function timed(type: string, handler: TaskHandler): TaskHandler {
    return {
      ...handler,
      run: context =>
        inScope({ taskId: context.task.id, taskType: type }, async () => {
          const began = performance.now()
          let outcome = 'failed'
          try {
            const result = await handler.run(context)
            outcome = 'completed'
            return result
          } catch (error) {
            const { reason } = context.signal
            if (reason instanceof TaskStopped) outcome = reason.why
            throw error
          } finally {
            tasks.observe({ type, outcome }, (performance.now() - began) / 1000)
          }
        }),
    }
  }

  const metrics: Metrics = {
    answered({ method, route, status, ms }) {
      seriesOf(METHODS.has(method) ? method : 'other', route, status).observe(ms / 1000)
    },
    instrument: handlers =>
      Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, timed(type, handler)])),
    observe(name, help, kind, read, labelNames = []) {
      const collect = async () => {
        metric.reset()
        const samples = await Promise.resolve()
          .then(read)
          .catch((): Samples => [])
        for (const { labels = {}, value } of samples) {
          if (metric instanceof Counter) metric.inc(labels, value)
          else metric.set(labels, value)
        }
      }
      const metric =
        kind === 'counter'
          ? new Counter({ name, help, labelNames, registers, collect })
          : new Gauge({ name, help, labelNames, registers, collect })
    },
    text: () => registry.metrics(),
    mediaType: registry.contentType,
  }
  metrics.observe(
    'octavo_limit_hits_total',
    'How often a bound stopped somebody',
    'counter',
    () => [...limitHits()].map(([limit, value]) => ({ labels: { limit }, value })),
    ['limit'],
  )
  metrics.observe('process_cpu_seconds_total', 'CPU time of this process', 'counter', () => {
    const { user, system } = process.cpuUsage()
    return [{ value: (user + system) / 1e6 }]
  })
  metrics.observe('process_resident_memory_bytes', 'Memory of this process', 'gauge', () => [
    { value: process.memoryUsage.rss() },
  ])
  metrics.observe('process_start_time_seconds', 'When it began, since 1970', 'gauge', () => [{ value: startedAt }])
  return metrics
}
