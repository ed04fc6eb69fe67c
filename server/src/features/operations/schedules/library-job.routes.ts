import * as contract from '@octavo/contract/library-job'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { FIELD_GROUPS } from '../../ingest/refresh'
import { isPartial, requireLibrary } from '../../people/access'
import { createSchedule, patchSchedule, removeSchedule, runNow, type ScheduleDeps } from './change-schedules'
import { type DryRunDeps, dryRunOfJob } from './dry-run'
import { libraryJobView } from './schedule.view'
import { findSchedule, type PlannedRow, visibleSchedules } from './schedules.queries'

/** The scheduled jobs of one library, except the scan of its own settings. */
export function libraryJobRoutes(binder: Binder, deps: ScheduleDeps & DryRunDeps): void {
  const { reader } = deps

  binder.bind(contract.listJobs, async ({ viewer, params: { library_id } }) => {
    const pk = await requireLibrary(reader, viewer, library_id)
    const rows = await visibleSchedules(reader, viewer, pk)
    return { jobs: rows.filter(row => !row.of_library).map(row => libraryJobView(row, library_id.toLowerCase())) }
  })

  binder.bind(contract.createJob, async ({ viewer, params: { library_id }, body }) => {
    const pk = await requireLibrary(reader, viewer, library_id)
    return show(viewer, library_id, await createSchedule(deps, viewer, pk, body))
  })

  binder.bind(contract.getJob, ({ viewer, params: { library_id, job_id } }) => show(viewer, library_id, job_id))

  binder.bind(contract.patchJob, async ({ viewer, params: { library_id, job_id }, body }) => {
    await patchSchedule(deps, viewer, await job(viewer, library_id, job_id), body)
    return show(viewer, library_id, job_id)
  })

  binder.bind(contract.deleteJob, async ({ viewer, params: { library_id, job_id } }) => {
    await removeSchedule(deps, viewer, await job(viewer, library_id, job_id))
    return null
  })

  binder.bind(contract.runJobNow, async ({ viewer, params: { library_id, job_id } }) => ({
    taskId: await runNow(deps, viewer, await job(viewer, library_id, job_id)),
  }))

  binder.bind(contract.dryRunJob, async ({ viewer, params: { library_id, job_id }, body }) => {
    const row = await job(viewer, library_id, job_id)
    if (isPartial(viewer)) throw notFound('Job')
    return dryRunOfJob(deps, row, body)
  })

  binder.bind(contract.listFieldGroups, () => [...FIELD_GROUPS])

  async function show(viewer: Viewer, libraryId: string, id: string) {
    return libraryJobView(await job(viewer, libraryId, id), libraryId.toLowerCase())
  }

  /** @throws NotFound, also for a job of another library */
  async function job(viewer: Viewer, libraryId: string, id: string): Promise<PlannedRow> {
    const pk = await requireLibrary(reader, viewer, libraryId)
    const row = await findSchedule(reader, viewer, id)
    if (row.library_pk !== pk || row.of_library) throw notFound('Job')
    return row
  }
}
