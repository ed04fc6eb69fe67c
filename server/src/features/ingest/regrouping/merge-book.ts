import { passOn, type Tx } from '../../../db'
import type { JournalRow } from '../../../db/lineage.types'
import { bookStore } from '../../catalogue/books'
import { manyEdits } from '../../catalogue/editing'
import { lockSeriesProgress } from '../../reading/progress'
import { inOrder } from './merge-series'
import { updateSeries } from './move-books'
import { noteChanges, type RegroupingRow } from './regroupings.store'
import { seriesOf, userIdOf } from './subjects.queries'

/** Merges a book into another one: its row stays hidden, as another file of that one. */
export async function mergeBook(tx: Tx, row: RegroupingRow, now: number): Promise<void> {
  const { pk, book_pk: heirPk, from_book_pk: fromPk } = row
  if (heirPk === null || fromPk === null) return
  const series = await seriesOf(tx, [heirPk, fromPk])
  await lockSeriesProgress(tx, series)
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
}
