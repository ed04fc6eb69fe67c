import { notFound, refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { lockSeriesProgress } from '../../reading/progress'
import { lockRegrouping, lockSeries, lockWithMerged } from './refuse'
import { carryOut, nameRegrouped, type RegroupingDeps, type Started } from './regroup'
import { regroupingsOf, type ShownRegrouping } from './regrouping.queries'
import { regroupingByKey } from './regroupings.store'
import { markUndoing, sourcesOf } from './run'

/**
 * Undoes a merge, split or move: at once, or by a task if there are many books.
 * @throws NotFound; Conflict if it is undone or running, or a merged subject is gone or visible to other people by now
 */
export async function undoRegrouping(
  deps: RegroupingDeps,
  viewer: Viewer,
  id: string,
): Promise<Started & { readonly shown: ShownRegrouping }> {
  const started = await deps.write(async tx => {
    const [found] = await regroupingsOf(tx, viewer, id)
    if (!found) throw notFound('Regrouping')
    await lockRegrouping(tx, found)
    const [shown] = await regroupingsOf(tx, viewer, id)
    if (!shown) throw notFound('Regrouping')
    const series = [shown.series_pk, ...(shown.other_pk === null ? [] : [shown.other_pk])]
    // With those that books return to: later, it would be out of order.
    const all = [...series, ...(await sourcesOf(tx, shown.pk))]
    await lockSeriesProgress(tx, all)
    await lockWithMerged(tx, all)
    const row = await regroupingByKey(tx, shown.pk)
    if (!row) throw notFound('Regrouping')
    if (row.undone_at !== null) throw refused('Conflict', 'undone_already', 'This has already been undone')
    await lockSeries(tx, series)
    const isMerge = row.action === 'merge_series' || row.action === 'merge_books'
    const isGone =
      (isMerge && shown.other_pk === null) || (row.action === 'merge_books' && shown.merged_into_pk !== row.book_pk)
    if (isGone || (shown.other_library_pk !== null && shown.other_library_pk !== shown.library_pk)) {
      throw refused('Conflict', 'gone_since', 'What was merged or moved is no longer there')
    }
    if (shown.other_pk !== null && shown.other_sharing_set_pk !== shown.sharing_set_pk) {
      const message = 'The series now have different sharing tags: give both the same tags first'
      throw refused('Conflict', 'sharing_differs', message)
    }
    const now = deps.now()
    await markUndoing(tx, row, now)
    const name = shown.book_title ?? shown.series_title
    const subject = {
      kind: row.book_pk === null ? 'series' : 'book',
      id: shown.book_id ?? shown.series_id,
      name,
    } as const
    await recordAct(tx, viewer, 'regrouping_undone', subject, {
      now,
      details: { undone: row.action, books: row.books },
    })
    return { ...(await carryOut(tx, viewer, row, { now: deps.now, undoes: true })), shown }
  })
  deps.tasks.notify()
  await nameRegrouped(deps, [started])
  return started
}
