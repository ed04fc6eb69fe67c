import type { Tx } from '../../db'
import type { Viewer } from '../../kernel/viewer'
import type { ReadableBook } from './progress.queries'
import type { ProgressRow } from './progress.store'

/** A place is its reader's business and nobody else's. */
export function tellPlace(tx: Tx, viewer: Viewer, book: ReadableBook, row: ProgressRow): void {
  const { completed, current_page } = row
  tellOfBook(tx, viewer, book, { type: 'read_progress_updated', completed, currentPage: current_page })
}

export function tellForgotten(tx: Tx, viewer: Viewer, book: ReadableBook): void {
  tellOfBook(tx, viewer, book, { type: 'read_progress_deleted' })
}

type What =
  | { readonly type: 'read_progress_updated'; readonly completed: boolean; readonly currentPage: number }
  | { readonly type: 'read_progress_deleted' }

function tellOfBook(tx: Tx, { userPk }: Viewer, book: ReadableBook, what: What): void {
  const { id: bookId, series_id: seriesId, library_id: libraryId, library_pk: libraryPk } = book
  tx.tell({ channel: 'entity', event: { ...what, bookId, seriesId, libraryId }, to: { libraryPk, userPk } })
}

/** The places in many books of a series at once. */
export async function tellSeries(tx: Tx, { userPk }: Viewer, seriesPk: number): Promise<void> {
  const row = await tx.query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .select(['series.id', 'libraries.id as library_id', 'series.library_pk'])
    .where('series.pk', '=', seriesPk)
    .executeTakeFirst()
  if (!row) return
  const event = { type: 'series_progress_updated', seriesId: row.id, libraryId: row.library_id } as const
  tx.tell({ channel: 'entity', event, to: { libraryPk: row.library_pk, userPk } })
}
