import type { Tx } from '../../db'
import { enqueue } from '../../platform/queue'
import type { NewTask } from '../../platform/queue.types'
import { scheduledScan } from '../scan'
import { scannedLibraries } from './libraries.queries'
import { readConfig } from './schedule.rules'
import type { ScheduleRow } from './schedules.queries'

/** Made again with `force`, else those that are missing. */
const THUMBNAILS_TASK = 'generate_thumbnails'
const REFRESH_TASK = 'refresh_library_metadata'
const DUPLICATES_TASK = 'find_duplicates'
const INTEGRITY_TASK = 'check_integrity'
const CLEANUP_TASK = 'cleanup_orphaned_files'

/**
 * Puts the tasks of a schedule into the queue and answers the ids of those that were not in it already:
 * a run is skipped while the one before it is under way.
 */
export async function startJob(
  tx: Tx,
  schedule: ScheduleRow,
  { now, requestedByPk }: { readonly now: number; readonly requestedByPk: number | null },
): Promise<readonly string[]> {
  const config = readConfig(schedule.config)
  const ofLibrary = schedule.library_id === null ? {} : { libraryId: schedule.library_id }
  const put = async (task: Omit<NewTask, 'requestedByPk'>) => {
    const { id, isNew } = await enqueue(tx, { ...task, ...(requestedByPk !== null && { requestedByPk }) })
    return isNew ? [id] : []
  }
  switch (config.type) {
    case 'scan': {
      const ids: string[] = []
      for (const library of await scannedLibraries(tx, schedule.library_pk)) {
        const id = await scheduledScan(tx, library, config.mode ?? 'normal', now)
        if (id !== null) ids.push(id)
      }
      return ids
    }
    case 'metadata_refresh': {
      const jobId = schedule.id
      return put({ type: REFRESH_TASK, payload: { jobId, ...ofLibrary }, sameBy: { jobId }, priority: 890 })
    }
    case 'thumbnails':
      return put({ type: THUMBNAILS_TASK, payload: { ...ofLibrary, force: config.force ?? false }, priority: 380 })
    case 'duplicates':
      return put({ type: DUPLICATES_TASK, payload: {}, priority: 860 })
    case 'integrity':
      return put({ type: INTEGRITY_TASK, payload: { ...ofLibrary, full: config.mode === 'full' }, priority: 200 })
    case 'cleanup':
      return put({ type: CLEANUP_TASK, payload: {}, priority: 100 })
  }
}
