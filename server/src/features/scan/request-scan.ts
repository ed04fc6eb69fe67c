import type { ScanStatusDto } from '@octavo/contract/scan'
import type { Reader, Write } from '../../db'
import { AppError, notFound } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import type { TaskSignal } from '../../platform/task-signal'
import { requireLibrary } from '../access'
import type { LibraryScans } from '../libraries'
import { enqueueNaming } from './apply-naming'
import { latestScan } from './scan.queries'
import type { ScanMode } from './scan.types'
import { scanView } from './scan.view'
import { endScan, enqueueScan } from './scan-task'

export interface ScanRequests {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly tasks: TaskSignal
}

/**
 * A person's wish to scan now. A deep scan confirms what is gone.
 * @throws NotFound, Conflict when a scan waits or runs
 */
export async function requestScan(
  { reader, write, now, tasks }: ScanRequests,
  viewer: Viewer,
  id: string,
  mode: ScanMode,
): Promise<ScanStatusDto> {
  const libraryId = id.toLowerCase()
  const libraryPk = await requireLibrary(reader, viewer, libraryId)
  const payload = { libraryId, mode, confirmed: mode === 'deep' }
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
      await enqueueScan(tx, pk, { libraryId: id, mode: 'normal', confirmed: false }, now())
    },
    async cancel(tx, libraryId) {
      const library = await tx.query.selectFrom('libraries').select('pk').where('id', '=', libraryId).executeTakeFirst()
      if (library) await endScan(tx, library.pk, libraryId, now())
    },
    rename: (tx, libraryId) => enqueueNaming(tx, libraryId),
    announce: () => tasks.notify(),
  }
}
