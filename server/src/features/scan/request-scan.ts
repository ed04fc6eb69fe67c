import type { ScanStatusDto } from '@octavo/contract/scan'
import type { Reader, Write } from '../../db'
import { AppError, notFound } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import type { TaskSignal } from '../../platform/task-signal'
import { requireLibrary } from '../access'
import { findLibrary, type LibraryScans } from '../libraries'
import { enqueueNaming } from './apply-naming'
import { readAbsences } from './presence'
import { latestScan } from './scan.queries'
import type { ScanMode, ScanPayload } from './scan.types'
import { scanView } from './scan.view'
import { endScan, enqueueScan } from './scan-task'

export interface ScanRequests {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly tasks: TaskSignal
}

/**
 * A person's wish to scan now.
 * @throws NotFound, Conflict when a scan waits or runs
 */
export async function requestScan(
  deps: ScanRequests,
  viewer: Viewer,
  id: string,
  mode: ScanMode,
): Promise<ScanStatusDto> {
  const libraryId = id.toLowerCase()
  const libraryPk = await requireLibrary(deps.reader, viewer, libraryId)
  return wishScan(deps, viewer, libraryPk, { libraryId, mode, confirmed: [] })
}

/**
 * A person says that the books which the last scan did not find are gone, at one place or all, and the library is
 * scanned anew. A larger loss than the one that was shown is not confirmed by it.
 * @throws NotFound, Conflict when nothing is there to confirm, and when a scan waits or runs
 */
export async function confirmMissing(
  deps: ScanRequests,
  viewer: Viewer,
  id: string,
  path: string | null,
): Promise<ScanStatusDto> {
  const row = await findLibrary(deps.reader, viewer, id)
  const confirmed = readAbsences(row.absences)
    .filter(absence => absence.mayConfirm && (path === null || absence.path === path))
    .map(({ path, reason, books }) => ({ path, reason, books }))
  if (confirmed.length === 0) throw new AppError('Conflict', 'There is no loss that could be confirmed')
  return wishScan(deps, viewer, row.pk, { libraryId: row.id, mode: 'normal', confirmed })
}

async function wishScan(
  { reader, write, now, tasks }: ScanRequests,
  viewer: Viewer,
  libraryPk: number,
  payload: ScanPayload,
): Promise<ScanStatusDto> {
  const wish = { requestedByPk: viewer.userPk }
  const { isNew } = await write(tx => enqueueScan(tx, libraryPk, payload, now(), wish))
  if (!isNew) throw new AppError('Conflict', 'A scan of this library is waiting or under way already')
  const scan = await latestScan(reader, libraryPk)
  tasks.notify()
  if (!scan) throw notFound('Scan')
  return scanView(scan)
}

/** @throws NotFound when there is no such library, or no scan of it waits or runs */
export async function stopScan({ reader, write, now }: ScanRequests, viewer: Viewer, id: string): Promise<void> {
  const libraryPk = await requireLibrary(reader, viewer, id)
  if (!(await write(tx => endScan(tx, libraryPk, id.toLowerCase(), now())))) throw notFound('Running scan')
}

/** What the libraries feature asks of scans. */
export function libraryScans({ now, tasks }: Pick<ScanRequests, 'now' | 'tasks'>): LibraryScans {
  return {
    async request(tx, { pk, id }) {
      await enqueueScan(tx, pk, { libraryId: id, mode: 'normal', confirmed: [] }, now())
    },
    async cancel(tx, libraryId) {
      const library = await tx.query.selectFrom('libraries').select('pk').where('id', '=', libraryId).executeTakeFirst()
      if (library) await endScan(tx, library.pk, libraryId, now())
    },
    rename: (tx, libraryId) => enqueueNaming(tx, libraryId),
    announce: () => tasks.notify(),
  }
}
