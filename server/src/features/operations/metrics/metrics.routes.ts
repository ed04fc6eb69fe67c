import * as metric from '@octavo/contract/metric'
import type { Reader, Tx, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import type { LiveSettings } from '../../../platform/settings'
import { inventory } from './inventory.queries'
import { hoursSince, queueHealth } from './metrics.queries'
import { deleteMetrics, rollUp } from './metrics.store'
import { pluginMetricsView } from './plugin-metrics.view'
import { cleanUpMetrics } from './retention'
import { HOUR_MS, hourOf } from './sums.rules'
import { historyView, metricsView } from './task-metrics.view'

export interface MetricsDeps {
  readonly reader: Reader
  readonly write: Write
  readonly settings: LiveSettings
  readonly now: Clock
}

const DAY_MS = 24 * HOUR_MS
const BATCH = 1_000
const SERVER = { kind: 'server', id: null, name: '' } as const

/** Metrics of tasks, and totals. */
export function metricsRoutes(binder: Binder, deps: MetricsDeps): void {
  const { reader, write, settings, now } = deps

  binder.bind(metric.getInventoryMetrics, ({ viewer }) => inventory(reader, viewer))

  binder.bind(metric.getPluginMetrics, async () => pluginMetricsView(now()))

  binder.bind(metric.getTaskMetrics, async ({ viewer }) => {
    const time = now()
    // The current hour and the 23 before it.
    const [hours, health, retention] = await Promise.all([
      hoursSince(reader, hourOf(time) - 23 * HOUR_MS),
      queueHealth(reader),
      settings.get('metrics.retention'),
    ])
    // An error may contain the name of a folder or book, so only people who see all tasks get it.
    const showsErrors = viewer.permissions.has('tasks-read') && viewer.visibility.kind === 'all'
    return metricsView(hours, health, { now: time, retention, showsErrors })
  })

  binder.bind(metric.getTaskMetricsHistory, async ({ query: { days, taskType, granularity } }) => {
    const to = now()
    const from = to - days * DAY_MS
    const whole = granularity === 'hour' ? hourOf(from) : from - (from % DAY_MS)
    const hours = await hoursSince(reader, whole, { type: taskType, plain: true })
    return {
      from: timestamp(from),
      to: timestamp(to),
      granularity,
      points: historyView(hours, granularity, taskType),
    }
  })

  binder.bind(metric.nukeTaskMetrics, async ({ viewer }) => ({
    deletedCount: await write(async tx => {
      // Deletes runs not added up yet too; the counts of tasks stay right.
      while ((await rollUp(tx, BATCH)) === BATCH);
      const deleted = await deleteMetrics(tx)
      await note(tx, viewer, { all: true, deleted })
      return deleted
    }),
  }))

  binder.bind(metric.cleanUpTaskMetrics, ({ viewer }) =>
    cleanUpMetrics(deps, (tx, deleted) => note(tx, viewer, { deleted })),
  )

  /** Recorded in the audit log, unless nothing was deleted. */
  async function note(tx: Tx, viewer: Viewer, details: { readonly all?: true; readonly deleted: number }) {
    if (details.deleted > 0) await recordAct(tx, viewer, 'metrics_deleted', SERVER, { now: now(), details })
  }
}
