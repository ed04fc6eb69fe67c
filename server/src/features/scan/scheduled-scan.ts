import type { Tx } from '../../db'
import type { ScanMode } from './scan.types'
import { enqueueScan } from './scan-task'

/** Puts a scan that nobody has asked for by hand into the queue; null when one of the library waits or runs already. */
export async function scheduledScan(
  tx: Tx,
  library: { readonly pk: number; readonly id: string },
  mode: ScanMode,
  now: number,
): Promise<string | null> {
  const payload = { libraryId: library.id, mode, confirmed: [] }
  const { id, isNew } = await enqueueScan(tx, library.pk, payload, now)
  return isNew ? id : null
}
