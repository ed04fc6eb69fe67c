import type { Tx } from '../../../db'
import { enqueue } from '../../../platform/queue'
import type { TaskDraft } from '../../../platform/queue.types'
import { coverTasks } from '../../catalogue/covers'
import { DUPLICATE_SEARCH } from '../../ingest/duplicates'
import { integrityCheck } from '../../ingest/integrity'
import { refreshTask } from '../../ingest/refresh'
import { scheduledScan } from '../../ingest/scan'
import { BACKUP } from '../backups'
import { ORPHAN_CLEAN_UP } from '../clean-up'
import { scannedLibraries } from './libraries.queries'
import { readConfig } from './schedule.rules'
import type { ScheduleRow } from './schedules.queries'

/**
 * Queues the tasks of a schedule and returns the ids of new ones: a run is skipped while the previous one is running.
 */
export async function startJob(
  tx: Tx,
  schedule: ScheduleRow,
  { now, requestedByPk }: { readonly now: number; readonly requestedByPk: number | null },
): Promise<readonly string[]> {
  const config = readConfig(schedule.config)
  const libraryId = schedule.library_id
  const put = async (task: TaskDraft) => {
    const { id, isNew } = await enqueue(tx, { ...task, ...(requestedByPk !== null && { requestedByPk }) })
    return isNew ? [id] : []
  }
  switch (config.type) {
    case 'scan': {
      const ids: string[] = []
      for (const library of await scannedLibraries(tx, schedule.library_pk)) {
        const id = await scheduledScan(tx, library, config.mode ?? 'normal', now, requestedByPk)
        if (id !== null) ids.push(id)
      }
      return ids
    }
    case 'metadata_refresh':
      return put(refreshTask(schedule.id, libraryId))
    case 'thumbnails':
      return put(coverTasks.coverMaking({ libraryId }, config.force ?? false))
    case 'duplicates':
      return put(DUPLICATE_SEARCH)
    case 'integrity':
      return put(integrityCheck(libraryId, config.mode === 'full'))
    case 'cleanup':
      return put(ORPHAN_CLEAN_UP)
    case 'backup':
      return put(BACKUP)
  }
}
