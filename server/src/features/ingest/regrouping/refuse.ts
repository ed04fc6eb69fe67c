import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { seriesFields } from '../../catalogue/series'
import { isRegrouped } from './regroupings.store'
import { mergedInto, type SeriesSubject } from './subjects.queries'

/**
 * Only books or series in one library that the same people see can be combined.
 * @throws Conflict
 */
export function refuseStrangers(into: SeriesSubject, others: readonly SeriesSubject[], path: string): void {
  for (const other of others) {
    if (other.library_pk !== into.library_pk) {
      throw refused(
        'Conflict',
        'other_library',
        'Series and books can only be merged or moved within one library',
        path,
      )
    }
    if (other.sharing_set_pk !== into.sharing_set_pk) {
      const message =
        'These series have different sharing tags, so different people see them: give both the same tags first'
      throw refused('Conflict', 'sharing_differs', message, path)
    }
  }
}

/** Only one regrouping of a library begins at a time: which series it locks depends on where its books are by then. */
export async function lockRegrouping(tx: Tx, { library_pk }: { readonly library_pk: number }): Promise<void> {
  if (tx.dialect.kind === 'postgres') await tx.dialect.lockName(`regrouping of library ${library_pk}`).execute(tx.query)
}

/** Locks these series until the transaction ends, and those merged into them before: a merge and its undo redirect them. */
export async function lockWithMerged(tx: Tx, seriesPks: readonly number[]): Promise<void> {
  await seriesFields.lockSeries(tx, [...seriesPks, ...(await mergedInto(tx, seriesPks))])
}

/**
 * The same.
 * @throws Conflict while one of them is being merged, split, or restored
 */
export async function lockSeries(tx: Tx, seriesPks: readonly number[]): Promise<void> {
  await lockWithMerged(tx, seriesPks)
  if (await isRegrouped(tx, [...new Set(seriesPks)])) {
    throw refused('Conflict', 'regrouping_runs', 'One of these series is being merged or moved right now')
  }
}
