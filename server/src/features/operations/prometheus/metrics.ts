import type { Answered } from '../../../http/answered'
import { limitHits } from '../../../kernel/limit-hits'
import { inSpan } from '../../../kernel/tracing'
import { type TaskHandler, type TaskHandlers, TaskStopped } from '../../../platform/queue.types'
import { createExposition, MEDIA_TYPE, type Observed } from './exposition'
import { createHistogram } from './histogram'
import { createRequestTimes } from './request-times'

/** Prometheus metrics of this process. */
export interface Metrics {
  answered(answered: Answered): void
  /** The same handlers, timed, and with the task's id in their log lines. */
  instrument(handlers: TaskHandlers): TaskHandlers
  /** Values of other modules, read at each scrape. A failing one is left out. */
  observe(name: string, help: string, kind: 'gauge' | 'counter', read: () => Promise<Samples> | Samples): void
  /** The values of a scrape. */
  readonly observed: readonly Observed[]
  /** The text of a scrape. */
  text(): Promise<string>
  readonly mediaType: string
}

/** Values by label. Labels must come from a finite list: every combination stays in memory. */
export type Samples = readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]

const TASK_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_200, 3_600, 14_400]

export function createMetrics(version: string): Metrics {
  const exposition = createExposition()
  const requests = createRequestTimes()
  const tasks = createHistogram(
    'octavo_task_duration_seconds',
    'Attempts at tasks by type and how they ended',
    TASK_SECONDS,
  )
  exposition.add(requests.observed)
  exposition.add(tasks)
  const startedAt = Math.round(Date.now() / 1000 - process.uptime())

  function timed(type: string, handler: TaskHandler): TaskHandler {
    return {
      ...handler,
      run: context =>
        inSpan(
          { kind: 'task', name: type, scope: { taskId: context.task.id, taskType: type }, parent: context.task.trace },
          async () => {
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
              const series = tasks.seriesOf(`${type} ${outcome}`, () => ({ type, outcome }))
              tasks.count(series, (performance.now() - began) / 1000)
            }
          },
        ),
    }
  }

  const metrics: Metrics = {
    answered: requests.answered,
    instrument: handlers =>
      Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, timed(type, handler)])),
    observe(name, help, kind, read) {
      const get = async () => {
        const samples = await Promise.resolve()
          .then(read)
          .catch((): Samples => [])
        return samples.map(({ labels = {}, value }) => ({ labels, value }))
      }
      exposition.add({ name, help, type: kind, get })
    },
    observed: exposition.all,
    text: exposition.text,
    mediaType: MEDIA_TYPE,
  }
  metrics.observe('octavo_info', 'Always 1', 'gauge', () => [{ labels: { version }, value: 1 }])
  metrics.observe('octavo_limit_hits_total', 'Requests and connections refused because of a limit', 'counter', () =>
    [...limitHits()].map(([limit, value]) => ({ labels: { limit }, value })),
  )
  metrics.observe('process_cpu_seconds_total', 'CPU time of this process', 'counter', () => {
    const { user, system } = process.cpuUsage()
    return [{ value: (user + system) / 1e6 }]
  })
  metrics.observe('process_resident_memory_bytes', 'Memory of this process', 'gauge', () => [
    { value: process.memoryUsage.rss() },
  ])
  metrics.observe('process_start_time_seconds', 'Start time of this process, since 1970', 'gauge', () => [
    { value: startedAt },
  ])
  return metrics
}
