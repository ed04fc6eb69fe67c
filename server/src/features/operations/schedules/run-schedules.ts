import type { Reader, Tx, Write } from '../../../db'
import type { Logger } from '../../../kernel/log'
import { nextTime } from '../../../platform/cron'
import type { TaskSignal } from '../../../platform/task-signal'
import { isAstray, runEnd, zoneOf } from './schedule.rules'
import { type PlannedRow, plannedSchedules, runIds, scheduleIn } from './schedules.queries'
import { beginRun, lockSchedule, noteEnd, planNext, takeDue } from './schedules.store'
import { startJob } from './start-job'

/** Epoch milliseconds by the clock of the database, which all processes share. */
export type SharedClock = (reader: Pick<Reader, 'query' | 'dialect'>) => Promise<number>

export interface RunDeps {
  readonly reader: Reader
  readonly write: Write
  readonly clock: SharedClock
  /** The server's own time zone, if one is set. */
  readonly serverZone: () => Promise<string | null>
  readonly tasks: TaskSignal
  readonly log: Logger
}

export const databaseClock: SharedClock = async ({ query, dialect }) => {
  const { now } = await query.selectNoFrom(dialect.now.as('now')).executeTakeFirstOrThrow()
  return now
}

/** A due schedule, and the tasks that it has queued. */
export interface Fire {
  readonly scheduleId: string
  readonly taskIds: readonly string[]
}

/**
 * Fires due schedules, each in whichever process is first; times missed while nothing ran fire once. Returns what it
 * fired and the milliseconds until the next is due, null if nothing is planned.
 */
export async function runSchedules(
  deps: RunDeps,
): Promise<{ readonly fires: readonly Fire[]; readonly untilNext: number | null }> {
  const now = await deps.clock(deps.reader)
  const serverZone = await deps.serverZone()
  const rows = await plannedSchedules(deps.reader)
  await noteEnds(deps, rows, now)
  const fires: Fire[] = []
  const upcoming: number[] = []
  for (const row of rows.filter(each => each.enabled)) {
    const zone = zoneOf(row, serverZone)
    if (isAstray(row, zone, now)) {
      const planned = await deps.write(tx => plan(tx, row.pk, serverZone, now))
      if (planned !== null) upcoming.push(planned)
    } else if (row.next_fire_at !== null && row.next_fire_at <= now) {
      const fired = await fireOnce(deps, row, serverZone, now)
      if (fired) fires.push(fired)
      const next = nextTime(row.cron, zone, now)
      if (next !== null) upcoming.push(next)
    } else if (row.next_fire_at !== null) upcoming.push(row.next_fire_at)
  }
  if (fires.some(({ taskIds }) => taskIds.length > 0)) deps.tasks.notify()
  return { fires, untilNext: upcoming.length > 0 ? Math.min(...upcoming) - now : null }
}

/** Recomputes the next fire and returns it. */
export async function plan(tx: Tx, pk: number, serverZone: string | null, now: number): Promise<number | null> {
  if (!(await lockSchedule(tx, pk))) return null
  const row = await scheduleIn(tx, pk)
  if (!row) return null
  const zone = zoneOf(row, serverZone)
  const next = row.enabled ? nextTime(row.cron, zone, now) : null
  await planNext(tx, pk, zone, next)
  return next
}

async function fireOnce(deps: RunDeps, row: PlannedRow, serverZone: string | null, now: number): Promise<Fire | null> {
  try {
    return await deps.write(tx => fire(tx, row.pk, serverZone, now))
  } catch (error) {
    // A failing schedule must neither be retried every second nor delay others.
    deps.log.error({ err: error, schedule: row.id }, 'could not start a scheduled job')
    const outcome = error instanceof Error ? error.message : String(error)
    await deps.write(async tx => {
      if (!(await takeDue(tx, row.pk, now))) return
      await planNext(tx, row.pk, zoneOf(row, serverZone), nextTime(row.cron, zoneOf(row, serverZone), now))
      await noteEnd(tx, row.pk, row.run_tasks, { at: now, status: 'failure', outcome })
    })
    return null
  }
}

/** Moves the next fire on and enqueues, in one transaction; null if another process was first. */
async function fire(tx: Tx, pk: number, serverZone: string | null, now: number): Promise<Fire | null> {
  if (!(await takeDue(tx, pk, now))) return null
  const row = await scheduleIn(tx, pk)
  if (!row) return null
  const zone = zoneOf(row, serverZone)
  await planNext(tx, pk, zone, nextTime(row.cron, zone, now))
  const taskIds = await startJob(tx, row, { now, requestedByPk: null })
  if (taskIds.length > 0) await beginRun(tx, pk, taskIds)
  return { scheduleId: row.id, taskIds }
}

async function noteEnds(deps: RunDeps, rows: readonly PlannedRow[], now: number): Promise<void> {
  for (const row of rows) {
    if (row.run_tasks === null) continue
    const end = runEnd(runIds(row), row.tasks, now)
    if (end) await deps.write(tx => noteEnd(tx, row.pk, row.run_tasks, end))
  }
}
