import type { Tx } from '../../../db'
import type { ScanMode } from './scan.types'
import { enqueueScan } from './scan-task'

/**
 * Puts a scan of a schedule into the queue; null when one of the library waits or runs already. It is a person's request
 * when one has run the schedule by hand.
 */
export async function scheduledScan(
  tx: Tx,
  library: { readonly pk: number; readonly id: string },
  mode: ScanMode,
  now: number,
  requestedByPk: number | null = null,
): Promise<string | null> {
  const payload = { libraryId: library.id, mode, confirmed: [] }
  const { id, isNew } = await enqueueScan(tx, library.pk, payload, now, {
    ...(requestedByPk !== null && { requestedByPk }),
  })
  return isNew ? id : null
}
