import type { Tx } from '../../../db'
import { AppError, notFound } from '../../../kernel/app-error'
import { enqueue, openTask } from '../../../platform/queue'
import type { Enqueued, NewTask, TaskHandler } from '../../../platform/queue.types'
import { amendWaiting } from '../../../platform/queue-amend'
import { requestCancel } from '../../../platform/queue-steer'
import { publishLibraryEvent } from '../../catalogue/libraries'
import { libraryPurge } from '../purge'
import { joinScans } from './narrowing.rules'
import { publishScan } from './publish-scan'
import { runScan } from './run-scan'
import { purgesAfterScan } from './scan.queries'
import { closeScans, dropEmptyScans, insertScan } from './scan.store'
import { SCAN_TASK, type ScanDeps, ScanPayload, type ScanRequest } from './scan.types'
import { dropScanRequest, queueScanRequest, takeScanRequest } from './scan-requests.store'

const PRIORITY = 600

/**
 * The result of a request: a new scan; joined to a pending one; stored to follow the running one; or covered by an
 * existing one.
 */
export interface QueuedScan extends Enqueued {
  readonly outcome: 'new' | 'joined' | 'later' | 'same'
}

type Timing = Partial<Pick<NewTask, 'priority' | 'dueAt' | 'requestedByPk'>> & {
  /** The running one does not cover it. */
  readonly isAfterRunning?: boolean
}

/**
 * Queues a scan. A library has at most one pending or running scan: further requests are joined to it, or follow it.
 */
export async function enqueueScan(
  tx: Tx,
  libraryPk: number,
  request: ScanRequest,
  now: number,
  { isAfterRunning = false, ...more }: Timing = {},
): Promise<QueuedScan> {
  const payload = ScanPayload.parse(request)
  const { libraryId } = payload
  const task = { type: SCAN_TASK, payload: compact(payload), sameBy: { libraryId }, priority: PRIORITY, ...more }
  const enqueued = await enqueue(tx, task)
  if (!enqueued.isNew) {
    const outcome = await join(tx, libraryPk, enqueued.id, payload, now, { ...more, isAfterRunning })
    // It has ended in the meantime.
    return outcome === null
      ? enqueueScan(tx, libraryPk, request, now, { ...more, isAfterRunning })
      : { ...enqueued, outcome }
  }
  await endReports(tx, libraryPk, 'failed', 'The scan was interrupted.', now)
  await publishScan(tx, await insertScan(tx, libraryPk, payload, now))
  return { ...enqueued, outcome: 'new' }
}

async function join(
  tx: Tx,
  libraryPk: number,
  id: string,
  request: ScanPayload,
  now: number,
  { dueAt = now, requestedByPk, isAfterRunning }: Timing,
): Promise<'joined' | 'later' | 'same' | null> {
  let fits = true
  const amended = await amendWaiting(
    tx,
    id,
    payload => {
      const waiting = ScanPayload.parse(payload)
      const joined = joinScans(waiting, request)
      fits = joined !== null
      return joined === null || joined === waiting ? null : compact(joined)
    },
    { dueAt, ...(requestedByPk !== undefined && { requestedByPk }) },
  )
  if (amended === 'ended') return null
  if (amended === 'amended') return 'joined'
  if (amended === 'unchanged' && fits) return 'same'
  const running = amended === 'running' ? await payloadOf(tx, id) : null
  // A scan of the whole library covers the request, unless a file changed after it was checked.
  const isUnderWay = running && running.places.length === 0 && request.places.length === 0
  if (isUnderWay && !isAfterRunning && !request.unasked) return 'same'
  await queueScanRequest(tx, libraryPk, request, dueAt)
  return 'later'
}

/** Null for a task that is being stopped: it will not cover the request. */
async function payloadOf(tx: Tx, id: string): Promise<ScanPayload | null> {
  const row = await tx.query
    .selectFrom('tasks')
    .select('payload')
    .where('id', '=', id)
    .where('cancel_requested', '=', false)
    .executeTakeFirst()
  return row ? ScanPayload.parse(JSON.parse(row.payload)) : null
}

/** Without default values. */
function compact({ places, unasked, round, ...payload }: ScanPayload): Readonly<Record<string, unknown>> {
  return { ...payload, ...(places.length > 0 && { places }), ...(unasked && { unasked }), ...(round > 0 && { round }) }
}

/** Cancels the pending or running scan of a library, and drops the request for the next; false if there is none. */
export async function endScan(tx: Tx, libraryPk: number, libraryId: string, now: number): Promise<boolean> {
  const task = await openTask(tx, SCAN_TASK, { libraryId })
  const ended = task && (await requestCancel(tx, task))
  if (ended) await dropScanRequest(tx, libraryPk)
  // A running one closes its report itself after it has stopped.
  if (ended === 'cancelled') await endReports(tx, libraryPk, 'cancelled', null, now)
  return Boolean(ended)
}

async function endReports(...ending: Parameters<typeof closeScans>): Promise<readonly number[]> {
  const closed = await closeScans(...ending)
  for (const pk of closed) await publishScan(ending[0], pk)
  return closed
}

/** Task handlers of scans. */
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
        errors: report.problems().map(({ message }) => message),
      }
    },
    async ended(tx, task, end) {
      const { libraryId, places, unasked } = ScanPayload.parse(task.payload)
      const library = await tx.query.selectFrom('libraries').select('pk').where('id', '=', libraryId).executeTakeFirst()
      if (!library) return
      // Partial results are shown in the library's sums.
      publishLibraryEvent(tx, { pk: library.pk, id: libraryId }, 'library_updated')
      const error = end.status === 'failed' ? end.error : null
      const closed = await endReports(tx, library.pk, end.status, error, deps.now())
      if (end.status === 'completed' && unasked) await dropEmptyScans(tx, closed)
      // Only a scan of the whole library permits permanent deletion.
      const isWhole = places.length === 0
      if (end.status === 'completed' && isWhole && (await purgesAfterScan(tx, library.pk))) {
        await enqueue(tx, libraryPurge(libraryId))
      }
      const next = await takeScanRequest(tx, library.pk)
      if (next) await enqueueScan(tx, library.pk, next.payload, deps.now(), { dueAt: next.dueAt })
    },
    async enqueue(tx, task) {
      const { success, data } = ScanPayload.omit({ confirmed: true }).safeParse(task.payload)
      if (!success) throw new AppError('BadRequest', 'The scan mode must be normal or deep')
      const library = await tx.query
        .selectFrom('libraries')
        .select('pk')
        .where('id', '=', data.libraryId)
        .executeTakeFirst()
      if (!library) throw notFound('Library')
      const { libraryId, mode } = data
      const { priority, dueAt, requestedByPk } = task
      return enqueueScan(tx, library.pk, { libraryId, mode }, deps.now(), {
        priority,
        ...(dueAt !== undefined && { dueAt }),
        ...(requestedByPk !== undefined && { requestedByPk }),
      })
    },
  }
}
