import { connect } from '@octavo/server/src/db'
import {
  createSchedule,
  type Fire,
  runSchedules,
  type ScheduleDeps,
} from '@octavo/server/src/features/operations/schedules'
import { createLogger } from '@octavo/server/src/kernel/log'
import { SYSTEM_VIEWER } from '@octavo/server/src/kernel/viewer'
import { createTaskSignal } from '@octavo/server/src/platform/task-signal'
import type { Site } from './site'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The product's own schedulers on one database, with a clock set by the row. */
export interface Scheduling {
  /** Epoch milliseconds, for all of them. */
  time: number
  readonly make: (cron: string, job: 'cleanup' | 'duplicates' | 'integrity', timezone?: string) => Promise<string>
  /** All poll at the same moment; what each has fired. */
  readonly look: () => Promise<readonly Fire[]>
  /** Ends all pending tasks, like a worker. */
  readonly work: () => Promise<void>
  /** Takes all schedules and tasks away. */
  readonly clear: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Number of schedulers, each with its own connections. */
export async function startSchedulers(site: Site, count: number, time: number): Promise<Scheduling> {
  const url = site.env.OCTAVO_DATABASE_URL ?? null
  const open = () => connect({ databaseUrl: url, dataDir: site.dataDir, databasePool: 4 })
  const connections = await Promise.all(Array.from({ length: count }, open))
  const [first] = connections
  if (!first) throw new Error('There has to be a scheduler')
  const processes = connections.map(
    (connection): ScheduleDeps => ({
      reader: connection.reader,
      write: connection.write,
      now: () => scheduling.time,
      clock: async () => scheduling.time,
      serverZone: async () => null,
      tasks: createTaskSignal(connection.wakes),
      announce: () => undefined,
      log: createLogger('error'),
    }),
  )
  const scheduling: Scheduling = {
    time,
    make: (cronSchedule, type, timezone) =>
      createSchedule(processes[0] as ScheduleDeps, SYSTEM_VIEWER, null, {
        cronSchedule,
        config: { type } as never,
        ...(timezone && { timezone }),
      }),
    look: async () => (await Promise.all(processes.map(runSchedules))).flatMap(({ fires }) => fires),
    work: () =>
      first.write(async tx => {
        const ended = { status: 'completed' as const, completed_at: scheduling.time }
        await tx.query.updateTable('tasks').set(ended).where('status', '=', 'pending').execute()
      }),
    clear: () =>
      first.write(async tx => {
        await tx.query.deleteFrom('schedules').execute()
        await tx.query.deleteFrom('tasks').execute()
      }),
    close: async () => void (await Promise.all(connections.map(connection => connection.close()))),
  }
  return scheduling
}
