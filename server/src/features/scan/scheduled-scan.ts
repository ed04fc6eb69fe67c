import type { Tx } from '../../db'
import { openTask } from '../../platform/queue'
import type { ScanMode } from './scan.types'
import { enqueueScan, SCAN_TASK } from './scan-task'

/** Puts a scan that nobody has asked for by hand into the queue; null when one of the library waits or runs already. */
export async function scheduledScan(
  tx: Tx,
  library: { readonly pk: number; readonly id: string },
  mode: ScanMode,
  now: number,
): Promise<string | null> {
  const payload = { libraryId: library.id, mode, confirmed: false }
  if (!(await enqueueScan(tx, library.pk, payload, now))) return null
  return openTask(tx, SCAN_TASK, { libraryId: library.id })
}
