import type { Tx } from '../../../db'
import type { ScanMode } from './scan.types'
import { enqueueScan } from './scan-task'

/**
 * Queues a scan by a schedule; null if one of the library is already pending or running. It counts as a person's
 * request if the schedule was run manually.
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
