import type { Tx } from '../../../db'
import { placesOfBoth } from './narrowing.rules'
import type { ScanPlace } from './scan.types'
import { enqueueScan } from './scan-task'

/** Queues a scan of changed places of a library; without places, of all of it. */
export async function watchedScan(
  tx: Tx,
  library: { readonly pk: number; readonly id: string },
  places: readonly ScanPlace[],
  now: number,
): Promise<void> {
  await enqueueScan(tx, library.pk, { libraryId: library.id, places: placesOfBoth(places, places), unasked: true }, now)
}
