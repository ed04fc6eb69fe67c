import * as contract from '@octavo/contract/schedule'
import { type Binder, requirePermission } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { isPartial, requireLibrary } from '../../people/access'
import { createSchedule, patchSchedule, removeSchedule, runNow, type ScheduleDeps } from './change-schedules'
import { type DryRunDeps, dryRun } from './dry-run'
import { scheduleView } from './schedule.view'
import { findSchedule, type PlannedRow, visibleSchedules } from './schedules.queries'

/** All schedules of the server and of libraries, in one list. */
export function scheduleRoutes(binder: Binder, deps: ScheduleDeps & DryRunDeps): void {
  const { reader } = deps

  binder.bind(contract.listSchedules, async ({ viewer }) => ({
    schedules: (await visibleSchedules(reader, viewer)).map(scheduleView),
  }))

  binder.bind(contract.getSchedule, async ({ viewer, params }) =>
    scheduleView(await findSchedule(reader, viewer, params.schedule_id)),
  )

  binder.bind(contract.createSchedule, async ({ viewer, body: { libraryId, ...request } }) => {
    if (libraryId == null) requirePermission(viewer, 'system-admin')
    const libraryPk = libraryId == null ? null : await requireLibrary(reader, viewer, libraryId)
    const id = await createSchedule(deps, viewer, libraryPk, request)
    return scheduleView(await findSchedule(reader, viewer, id))
  })

  binder.bind(contract.patchSchedule, async ({ viewer, params, body }) => {
    const row = await ownSchedule(viewer, params.schedule_id)
    await patchSchedule(deps, viewer, row, body)
    return scheduleView(await findSchedule(reader, viewer, row.id))
  })

  binder.bind(contract.deleteSchedule, async ({ viewer, params }) => {
    await removeSchedule(deps, viewer, await ownSchedule(viewer, params.schedule_id))
    return null
  })

  binder.bind(contract.runScheduleNow, async ({ viewer, params }) => ({
    taskId: await runNow(deps, viewer, await ownSchedule(viewer, params.schedule_id)),
  }))

  binder.bind(contract.dryRunSchedule, async ({ viewer, params, body }) =>
    dryRun(deps, await wholeSchedule(viewer, params.schedule_id), body),
  )

  /** A preview contains series and numbers of books. */
  async function wholeSchedule(viewer: Viewer, id: string): Promise<PlannedRow> {
    const row = await ownSchedule(viewer, id)
    if (isPartial(viewer)) throw notFound('Schedule')
    return row
  }

  /** @throws NotFound; Forbidden if it is server-wide and the viewer is not an administrator */
  async function ownSchedule(viewer: Viewer, id: string): Promise<PlannedRow> {
    const row = await findSchedule(reader, viewer, id)
    if (row.library_pk === null) requirePermission(viewer, 'system-admin')
    return row
  }
}
