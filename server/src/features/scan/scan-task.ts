import type { Tx } from '../../db'
import { AppError, notFound } from '../../kernel/app-error'
import { enqueue, openTask } from '../../platform/queue'
import type { Enqueued, NewTask, TaskHandler } from '../../platform/queue.types'
import { requestCancel } from '../../platform/queue-steer'
import { tellOfLibrary } from '../libraries'
import { libraryPurge } from '../purge'
import { runScan } from './run-scan'
import { purgesAfterScan } from './scan.queries'
import { closeScans, insertScan } from './scan.store'
import { type ScanDeps, ScanPayload } from './scan.types'
import { tellScan } from './tell-scan'

export const SCAN_TASK = 'scan_library'
const PRIORITY = 600

/** Puts a scan into the queue, unless one of the library waits or runs already: then that one's id comes back. */
export async function enqueueScan(
  tx: Tx,
  libraryPk: number,
  payload: ScanPayload,
  now: number,
  more: Partial<Pick<NewTask, 'priority' | 'dueAt' | 'requestedByPk'>> = {},
): Promise<Enqueued> {
  const { libraryId } = payload
  const task = { type: SCAN_TASK, payload, sameBy: { libraryId }, priority: PRIORITY, ...more }
  const enqueued = await enqueue(tx, task)
  if (enqueued.isNew) {
    await endReports(tx, libraryPk, 'failed', 'The scan was interrupted.', now)
    await tellScan(tx, await insertScan(tx, libraryPk, payload.mode, now))
  }
  return enqueued
}

/** Ends the scan of a library that waits or runs; false when there is none. */
export async function endScan(tx: Tx, libraryPk: number, libraryId: string, now: number): Promise<boolean> {
  const task = await openTask(tx, SCAN_TASK, { libraryId })
  const ended = task && (await requestCancel(tx, task))
  // A running one closes its report itself, once it has stopped.
  if (ended === 'cancelled') await endReports(tx, libraryPk, 'cancelled', null, now)
  return Boolean(ended)
}

async function endReports(...ending: Parameters<typeof closeScans>): Promise<void> {
  for (const pk of await closeScans(...ending)) await tellScan(ending[0], pk)
}

/** What the worker does with scans. */
export function scanHandler(deps: ScanDeps): TaskHandler {
  return {
    weight: 'heavy',
    async run(context) {
      const payload = ScanPayload.parse(context.task.payload)
      const { report } = await runScan(deps, context, payload)
      const { changes } = report
      return {
        files_processed: report.filesProcessed,
        series_created: changes.seriesCreated,
        books_created: changes.booksCreated,
        books_updated: changes.booksUpdated,
        books_moved: changes.booksMoved,
        books_restored: changes.booksRestored,
        books_deleted: changes.booksDeleted,
        errors: report.errors(),
      }
    },
    async ended(tx, task, end) {
      const { libraryId } = ScanPayload.parse(task.payload)
      const library = await tx.query.selectFrom('libraries').select('pk').where('id', '=', libraryId).executeTakeFirst()
      if (!library) return
      // What was done of it before it ended shows in the library's sums.
      tellOfLibrary(tx, { pk: library.pk, id: libraryId }, 'library_updated')
      await endReports(tx, library.pk, end.status, end.status === 'failed' ? end.error : null, deps.now())
      if (end.status === 'completed' && (await purgesAfterScan(tx, library.pk)))
        await enqueue(tx, libraryPurge(libraryId))
    },
    async wish(tx, task) {
      const { success, data } = ScanPayload.omit({ confirmed: true }).safeParse(task.payload)
      if (!success) throw new AppError('BadRequest', 'A scan is normal or deep')
      const library = await tx.query
        .selectFrom('libraries')
        .select('pk')
        .where('id', '=', data.libraryId)
        .executeTakeFirst()
      if (!library) throw notFound('Library')
      const { priority, dueAt, requestedByPk } = task
      return enqueueScan(tx, library.pk, { ...data, confirmed: [] }, deps.now(), {
        priority,
        ...(dueAt !== undefined && { dueAt }),
        ...(requestedByPk !== undefined && { requestedByPk }),
      })
    },
  }
}
