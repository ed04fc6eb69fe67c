import type { Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { requireSeries } from '../../people/access'
import { BOOK_PLACE, findBook } from '../books'
import { actOf } from '../edit-history'
import { refreshSeries, seriesFields } from '../series'
import type { BookEdit } from './book-edit.rules'
import { type BookState, bookState, editBooks, type MayChange } from './edit-book'
import { editManySeries, type SeriesState, seriesState } from './edit-series'
import type { EditingDeps } from './editing-deps'
import { booksByRules, seriesByRules } from './names-by-rules'
import { recordEdit } from './record-edits'
import type { SeriesEdit } from './series-edit.rules'

/** Changes the metadata of one book. @throws NotFound; PreconditionFailed if it has changed meanwhile */
export async function editOneBook(
  deps: EditingDeps,
  viewer: Viewer,
  id: string,
  change: BookEdit,
  mayChange: MayChange = () => true,
): Promise<BookState> {
  const { pk } = await findBook(deps.reader, viewer, BOOK_PLACE, id)
  const byRules = await booksByRules(deps, [pk], change)
  const now = deps.now()
  return deps.write(async tx => {
    const made = await editBooks(tx, [pk], () => change, { now, act: actOf(viewer), byRules, mayChange })
    await recordEdit(tx, viewer, 'book', made, { now })
    return bookState(tx, pk)
  })
}

/** The same for one series. */
export async function editOneSeries(
  deps: EditingDeps,
  viewer: Viewer,
  id: string,
  change: SeriesEdit,
  mayChange: MayChange = () => true,
): Promise<SeriesState> {
  const edit = await prepareSeriesEdit(deps, viewer, id, change, mayChange)
  return deps.write(edit)
}

/** Reads what an edit of a series needs; the edit runs in a transaction of the caller. @throws NotFound */
export async function prepareSeriesEdit(
  deps: EditingDeps,
  viewer: Viewer,
  id: string,
  change: SeriesEdit,
  mayChange: MayChange = () => true,
): Promise<(tx: Tx) => Promise<SeriesState>> {
  const pk = await requireSeries(deps.reader, viewer, id)
  const byRules = await seriesByRules(deps, [pk], change)
  const now = deps.now()
  return async tx => {
    const made = await editManySeries(tx, [pk], () => change, { now, act: actOf(viewer), byRules, mayChange })
    await recordEdit(tx, viewer, 'series', made, { now })
    return seriesState(tx, pk)
  }
}

/** The same for books, each with an edit of its own; their series are refreshed once. @throws NotFound */
export async function prepareBookEdits(
  deps: EditingDeps,
  viewer: Viewer,
  edits: readonly { readonly id: string; readonly change: BookEdit }[],
): Promise<(tx: Tx) => Promise<void>> {
  const now = deps.now()
  const pks: number[] = []
  const steps: ((tx: Tx) => Promise<readonly number[]>)[] = []
  for (const { id, change } of edits) {
    const { pk } = await findBook(deps.reader, viewer, BOOK_PLACE, id)
    const byRules = await booksByRules(deps, [pk], change)
    pks.push(pk)
    steps.push(async tx => {
      const made = await editBooks(tx, [pk], () => change, { now, act: actOf(viewer), byRules, leavesSeries: true })
      await recordEdit(tx, viewer, 'book', made, { now })
      return made.pks
    })
  }
  return async tx => {
    const changed: number[] = []
    await seriesFields.lockSeriesOfBooks(tx, pks)
    for (const step of steps) changed.push(...(await step(tx)))
    for (const pk of await seriesFields.seriesOfBooks(tx, changed)) await refreshSeries(tx, [pk], now)
  }
}
