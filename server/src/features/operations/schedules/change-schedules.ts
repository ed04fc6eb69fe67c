import type { AuditAction } from '@octavo/contract/audit'
import type { PatchLibraryJobRequest } from '@octavo/contract/library-job'
import type { CreateScheduleRequest } from '@octavo/contract/schedule'
import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { libraryStore, publishLibraryEvent } from '../../catalogue/libraries'
import { followLibrary, libraryScanning } from './library-scan'
import { plan, type RunDeps } from './run-schedules'
import { checkConfig, checkTiming, defaultName, type JobConfig, jobOf, readConfig, runEnd } from './schedule.rules'
import { type PlannedRow, runIds, type ScheduleRow, scheduleIn, tasksOf } from './schedules.queries'
import { beginRun, changeSchedule, deleteSchedule, insertSchedule, lockSchedule } from './schedules.store'
import { startJob } from './start-job'

export interface ScheduleDeps extends RunDeps {
  readonly now: Clock
  /** Notifies the schedulers of all processes of the change. */
  readonly announce: () => void
}

/**
 * Creates a schedule and returns its id.
 * @throws BadRequest with the field's path
 */
export async function createSchedule(
  deps: ScheduleDeps,
  viewer: Viewer,
  libraryPk: number | null,
  request: Omit<CreateScheduleRequest, 'libraryId'>,
): Promise<string> {
  const { config, cronSchedule, timezone = null } = request
  const now = deps.now()
  checkTiming({ cron: cronSchedule, timezone }, now)
  checkConfig(config, libraryPk !== null)
  const serverZone = await deps.serverZone()
  const clock = await deps.clock(deps.reader)
  const id = await deps.write(async tx => {
    const made = await insertSchedule(
      tx,
      {
        library_pk: libraryPk,
        job: jobOf(config),
        name: request.name || defaultName(config),
        cron: cronSchedule,
        timezone,
        enabled: request.enabled ?? true,
        config: JSON.stringify(config),
        of_library: false,
      },
      now,
    )
    await plan(tx, made.pk, serverZone, clock)
    await recordSchedule(tx, viewer, 'schedule_created', await scheduleIn(tx, made.pk), now)
    return made.id
  })
  deps.announce()
  return id
}

/**
 * Changes a schedule; for a library's own scan, its settings change.
 * @throws BadRequest with the field's path
 */
export async function patchSchedule(
  deps: ScheduleDeps,
  viewer: Viewer,
  row: PlannedRow,
  request: PatchLibraryJobRequest,
): Promise<void> {
  const now = deps.now()
  const name = request.name?.trim()
  if (request.name != null && name === '') {
    throw refused('BadRequest', 'field_missing', 'body name: must not be empty', {
      issues: [{ path: 'name', message: 'must not be empty' }],
    })
  }
  checkTiming({ cron: request.cronSchedule, timezone: request.timezone }, now)
  if (request.config) checkSameType(request.config, row)
  const serverZone = await deps.serverZone()
  const clock = await deps.clock(deps.reader)
  await deps.write(async tx => {
    if (!(await lockSchedule(tx, row.pk))) return
    const changes = {
      ...(name && { name }),
      ...(request.cronSchedule != null && { cron: request.cronSchedule }),
      // The time zone of a library's own scan is only in its settings.
      ...(request.timezone !== undefined && !row.of_library && { timezone: request.timezone }),
      ...(request.enabled != null && { enabled: request.enabled }),
      ...(request.config && { config: JSON.stringify(request.config) }),
    }
    await changeSchedule(tx, row.pk, changes, now)
    if (row.of_library && row.library_pk !== null) {
      const changed = await scheduleIn(tx, row.pk)
      const scanning_config = changed && libraryScanning(changed, { cron: changed.cron, timezone: request.timezone })
      if (scanning_config) await saveScanning(tx, row, scanning_config, now)
    }
    await plan(tx, row.pk, serverZone, clock)
    const after = await scheduleIn(tx, row.pk)
    const changed = after ? changedFields(row, after) : []
    if (changed.length > 0) await recordSchedule(tx, viewer, 'schedule_changed', after, now, { changed })
  })
  deps.announce()
}

/** Names of the changed fields of a request. */
function changedFields(before: ScheduleRow, after: ScheduleRow): string[] {
  const fields = {
    name: 'name',
    cron: 'cronSchedule',
    timezone: 'timezone',
    enabled: 'enabled',
    config: 'config',
  } as const
  return Object.entries(fields).flatMap(([column, name]) => {
    const key = column as keyof typeof fields
    return before[key] === after[key] ? [] : [name]
  })
}

async function recordSchedule(
  tx: Tx,
  viewer: Viewer,
  action: Extract<AuditAction, `schedule_${string}`>,
  row: Omit<PlannedRow, 'tasks'> | undefined,
  now: number,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (!row) return
  const { id, name, library_id: libraryId, library_name: libraryName } = row
  const library = libraryId === null || libraryName === null ? {} : { library: { id: libraryId, name: libraryName } }
  await recordAct(tx, viewer, action, { kind: 'schedule', id, name }, { now, details, ...library })
}

async function saveScanning(tx: Tx, row: PlannedRow, scanning_config: string, now: number): Promise<void> {
  const { library_pk: pk, library_id: id } = row
  if (pk === null || id === null) return
  await libraryStore.changeLibrary(tx, pk, { scanning_config, updated_at: now })
  publishLibraryEvent(tx, { pk, id }, 'library_updated')
}

/** @throws BadRequest if a config has another type than the schedule, or is invalid */
export function checkSameType(config: JobConfig, row: PlannedRow): void {
  const own = readConfig(row.config).type
  if (config.type !== own) {
    const message = `this is a job of type ${own}; make another one for ${config.type}`
    throw refused('BadRequest', 'field_bad', `body config.type: ${message}`, {
      issues: [{ path: 'config.type', message }],
    })
  }
  checkConfig(config, row.library_pk !== null)
}

/** Deletes a schedule; for a library's own scan, its settings are cleared. */
export async function removeSchedule(deps: ScheduleDeps, viewer: Viewer, row: PlannedRow): Promise<void> {
  await deps.write(async tx => {
    await recordSchedule(tx, viewer, 'schedule_deleted', row, deps.now())
    if (row.of_library && row.library_pk !== null) {
      const scanning_config = libraryScanning(row, { cron: null })
      await saveScanning(tx, row, scanning_config, deps.now())
      await followLibrary(tx, row.library_pk, scanning_config, deps.now())
    } else await deleteSchedule(tx, row.pk)
  })
  deps.announce()
}

/**
 * Starts a job at once for the caller, and returns one of its tasks.
 * @throws Conflict while a run or an equal task is pending or running
 */
export async function runNow(deps: ScheduleDeps, viewer: Viewer, row: PlannedRow): Promise<string> {
  const clock = await deps.clock(deps.reader)
  const taskId = await deps.write(async tx => {
    const known = (await lockSchedule(tx, row.pk)) ? await scheduleIn(tx, row.pk) : undefined
    if (!known) return null
    const ids = runIds(known)
    const underWay = ids.length > 0 && runEnd(ids, await tasksOf(tx, ids), clock) === null
    if (underWay) return null
    const started = await startJob(tx, known, { now: deps.now(), requestedByPk: viewer.userPk })
    if (started.length > 0) {
      await beginRun(tx, row.pk, started)
      await recordSchedule(tx, viewer, 'schedule_run', known, deps.now())
    }
    return started.at(-1) ?? null
  })
  if (taskId === null) throw refused('Conflict', 'task_waits', 'This job is already pending or running')
  deps.tasks.notify()
  deps.announce()
  return taskId
}
