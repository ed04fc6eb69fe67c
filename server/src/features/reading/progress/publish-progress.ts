import type { Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import type { ReadableBook } from './progress.queries'
import type { Outcome } from './record-place'

/** Publishes the result of a report for one book, to its reader only. */
export function publishOutcome(tx: Tx, { userPk }: Viewer, book: ReadableBook, outcome: Outcome): void {
  const { id: bookId, series_id: seriesId, library_id: libraryId, library_pk: libraryPk } = book
  const publish = (what: Change) =>
    tx.publish({ channel: 'entity', event: { ...what, bookId, seriesId, libraryId }, to: { libraryPk, userPk } })
  if (outcome.kind === 'unread') publish({ type: 'read_progress_deleted' })
  if (outcome.kind !== 'saved') return
  const { completed, current_page: currentPage } = outcome.row
  publish({ type: 'read_progress_updated', completed, currentPage })
}

type Change =
  | { readonly type: 'read_progress_updated'; readonly completed: boolean; readonly currentPage: number }
  | { readonly type: 'read_progress_deleted' }

/** The places in many books of a series at once. */
export async function publishSeries(tx: Tx, { userPk }: Viewer, seriesPk: number): Promise<void> {
  const row = await tx.query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .select(['series.id', 'libraries.id as library_id', 'series.library_pk'])
    .where('series.pk', '=', seriesPk)
    .executeTakeFirst()
  if (!row) return
  const event = { type: 'series_progress_updated', seriesId: row.id, libraryId: row.library_id } as const
  tx.publish({ channel: 'entity', event, to: { libraryPk: row.library_pk, userPk } })
}
