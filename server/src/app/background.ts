import type { Connection } from '../db'
import { finishDeletions } from '../features/ingest/file-deletion'
import { enqueueSums } from '../features/ingest/scan'
import { startWatching } from '../features/ingest/watch'
import { startRollUp } from '../features/operations/metrics'
import { isFirstServer, type Presence } from '../features/operations/processes'
import type { Metrics } from '../features/operations/prometheus'
import { runSchedules, type ScheduleDeps, scanOnStart } from '../features/operations/schedules'
import { taskAdmission } from '../features/operations/tasks'
import { systemClock } from '../kernel/clock'
import type { Logger } from '../kernel/log'
import type { ArtefactStore } from '../platform/artefact-store'
import { startIdleMemory } from '../platform/idle-memory'
import { startPruning } from '../platform/pruning'
import type { TaskHandlers } from '../platform/queue.types'
import { startScheduler } from '../platform/scheduler'
import type { LiveConfig, LiveSettings } from '../platform/settings'
import type { TaskSignal } from '../platform/task-signal'
import { startWorker } from '../platform/worker'
import type { ParserPool } from '../workers'
import { pruningJobs } from './pruning-jobs'

export interface BackgroundParts {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly settings: LiveSettings
  readonly schedules: ScheduleDeps
  readonly tasks: TaskSignal
  readonly store: ArtefactStore
  readonly handlers: TaskHandlers
  readonly metrics: Metrics
  readonly presence: Presence
  /** False for a worker. */
  readonly http: boolean
  readonly log: Logger
}

/** Background work: tasks, schedules, watching folders, roll-ups and pruning. */
export async function startBackground(
  live: LiveConfig,
  parts: BackgroundParts,
  started: AsyncDisposableStack,
): Promise<void> {
  const { connection, pool, settings, schedules, tasks, store, handlers, metrics, presence, http, log } = parts
  const { reader, write, wakes } = connection
  const config = live.atStart
  const rollUp = startRollUp({ connection, log })
  started.defer(rollUp.stop)
  const pruning = startPruning({
    connection,
    log,
    jobs: pruningJobs(live, { connection, pool, settings, tasks, store }),
  })
  started.defer(pruning.stop)
  const worker = await startWorker({
    name: presence.name,
    connection,
    signal: tasks,
    log,
    handlers: metrics.instrument(handlers),
    ...config.tasks,
    admission: taskAdmission(settings, systemClock),
    onRuns: rollUp.noticed,
  })
  started.defer(() => worker.stop())
  // Not awaited: it reads disks, and a hanging one must not delay the start.
  finishDeletions({ reader, write, pool, now: systemClock }, systemClock()).catch(error =>
    log.warn({ err: error }, 'interrupted audit entries could not be closed'),
  )
  if (http && (await isFirstServer(reader, presence))) {
    const scansBegun = await write(tx => scanOnStart(tx, systemClock()))
    const summing = await enqueueSums(connection)
    if (scansBegun + summing > 0) tasks.notify()
  }
  if (config.watch.enabled) {
    const { dataDir } = config
    const { pollMs } = config.watch
    const watching = startWatching({
      connection,
      processId: presence.id,
      pollMs,
      dataDir,
      tasks,
      now: systemClock,
      log,
    })
    started.defer(() => watching.stop())
  }
  const scheduler = startScheduler({ look: async () => (await runSchedules(schedules)).untilNext, log })
  started.defer(() => scheduler.stop())
  started.defer(wakes.on('schedules', scheduler.wake))
  started.defer(startIdleMemory(connection).stop)
}
