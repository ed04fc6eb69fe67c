import type { Config } from '../config'
import type { Connection } from '../db'
import { libraryScans } from '../features/ingest/scan'
import { databaseClock, librarySchedules, type ScheduleDeps } from '../features/operations/schedules'
import { applySeed, type SeedDeps, type Seeded } from '../features/operations/seed'
import { systemClock } from '../kernel/clock'
import type { Logger } from '../kernel/log'
import type { LiveSettings } from '../platform/settings'
import { createTaskSignal, type TaskSignal } from '../platform/task-signal'

/** What schedules need. */
export function scheduleDeps(
  { reader, write, wakes }: Connection,
  { settings, tasks, log }: { readonly settings: LiveSettings; readonly tasks: TaskSignal; readonly log: Logger },
): ScheduleDeps {
  return {
    reader,
    write,
    now: systemClock,
    clock: databaseClock,
    serverZone: () => settings.get('scheduler.timezone'),
    announce: () => wakes.wake('schedules'),
    tasks,
    log,
  }
}

/** Applies a seed file to a database whose server may not be running. */
export function seedDatabase(
  connection: Connection,
  path: string,
  parts: Pick<SeedDeps, 'settings' | 'environment'> & {
    readonly config: Pick<Config, 'dataDir' | 'libraryRoots'>
    readonly log: Logger
  },
): Promise<Seeded> {
  const { reader, write } = connection
  const { settings, environment, config, log } = parts
  const tasks = createTaskSignal(connection.wakes)
  const schedules = librarySchedules(scheduleDeps(connection, { settings, tasks, log }))
  const scans = libraryScans({ now: systemClock, tasks })
  const folderRules = { dataDir: config.dataDir, roots: config.libraryRoots }
  return applySeed({ reader, write, now: systemClock, scans, schedules, folderRules, settings, environment }, path)
}
