import { passOn, type Tx } from '../../../db'
import type { JournalRow } from '../../../db/lineage.types'
import { bookStore } from '../../catalogue/books'
import { manyEdits } from '../../catalogue/editing'
import { seriesFields } from '../../catalogue/series'
import { lockSeriesProgress } from '../../reading/progress'
import { inOrder } from './merge-series'
import { updateSeries } from './move-books'
import { noteChanges, type RegroupingRow } from './regroupings.store'
import { userIdOf } from './subjects.queries'

/**
 * Merges a book into another one: its row stays hidden, as another file of that one. Returns false if one of them is now
 * gone, merged, or in another library.
 */
export async function mergeBook(tx: Tx, row: RegroupingRow, now: number): Promise<boolean> {
  const { pk, book_pk: heirPk, from_book_pk: fromPk } = row
  if (heirPk === null || fromPk === null) return false
  const series = await seriesFields.seriesOfBooks(tx, [heirPk, fromPk])
  await lockSeriesProgress(tx, series)
  if (!(await areMergeable(tx, [heirPk, fromPk]))) return false
  await bookStore.publishBookEvents(tx, [fromPk], 'book_deleted')
  const journal: JournalRow[] = []
  await passOn(tx, { of: 'books', event: 'merged' }, [{ fromPk, heirPk }], { journal })
  await noteChanges(tx, pk, inOrder(journal))
  const [state] = await manyEdits.bookStates(tx, [fromPk])
  const act = { id: row.id, origin: 'edit', userPk: row.user_pk ?? 0, userId: await userIdOf(tx, row.user_pk) } as const
  if (state) await manyEdits.editBooks(tx, [heirPk], () => manyEdits.passedOnOfBook(state), { now, act })
  await bookStore.hideMerged(tx, fromPk, heirPk, now)
  await bookStore.publishBookEvents(tx, [heirPk], 'book_updated')
  await updateSeries(tx, series, now)
  return true
}

/** A missing book may be merged: the other file stands in for its own. */
async function areMergeable(tx: Tx, pks: readonly number[]): Promise<boolean> {
  const books = await tx.query
    .selectFrom('books')
    .innerJoin('series', 'series.pk', 'books.series_pk')
    .select(['books.library_pk', 'series.sharing_set_pk'])
    .where('books.pk', 'in', pks)
    .where('books.merged_into_pk', 'is', null)
    .execute()
  const [one, other] = books
  return one?.library_pk === other?.library_pk && one?.sharing_set_pk === other?.sharing_set_pk && books.length === 2
}
