import * as contract from '@octavo/contract/regrouping'
import type { Binder } from '../../../http/bind'
import type { Viewer } from '../../../kernel/viewer'
import { previewBookMerge, previewMove, previewSeriesMerge, previewSplit } from './preview'
import {
  mergeBooksInto,
  mergeSeriesInto,
  moveBooksTo,
  type RegroupingDeps,
  type Started,
  splitSeriesOff,
} from './regroup'
import { regroupingsOf } from './regrouping.queries'
import { regroupingView } from './regrouping.view'
import { undoRegrouping } from './undo-regrouping'

/** Merging, splitting and moving series and books. */
export function regroupingRoutes(binder: Binder, deps: RegroupingDeps): void {
  const { reader, write } = deps

  const answer = async (viewer: Viewer, started: readonly Started[]) => {
    const regroupings = []
    for (const { row, taskId } of started) {
      const [shown] = await regroupingsOf(reader, viewer, row.id)
      if (shown) regroupings.push(regroupingView(shown, taskId))
    }
    return { regroupings }
  }

  binder.bind(contract.mergeSeries, async ({ viewer, params, body }) =>
    answer(viewer, await mergeSeriesInto(deps, viewer, params.series_id, body.seriesId)),
  )
  binder.bind(contract.previewSeriesMerge, ({ viewer, params, body }) =>
    previewSeriesMerge(write, viewer, params.series_id, body.seriesId),
  )
  binder.bind(contract.splitSeries, async ({ viewer, params, body }) =>
    answer(viewer, await splitSeriesOff(deps, viewer, params.series_id, body)),
  )
  binder.bind(contract.previewSeriesSplit, ({ viewer, params, body }) =>
    previewSplit(write, viewer, params.series_id, body.bookIds),
  )
  binder.bind(contract.moveBooks, async ({ viewer, body }) =>
    answer(viewer, await moveBooksTo(deps, viewer, body.bookIds, body.seriesId)),
  )
  binder.bind(contract.previewBookMove, ({ viewer, body }) => previewMove(write, viewer, body.bookIds, body.seriesId))
  binder.bind(contract.mergeBooks, async ({ viewer, params, body }) =>
    answer(viewer, await mergeBooksInto(deps, viewer, params.book_id, body.bookIds)),
  )
  binder.bind(contract.previewBookMerge, ({ viewer, params, body }) =>
    previewBookMerge(write, viewer, params.book_id, body.bookIds),
  )
  binder.bind(contract.listRegroupings, async ({ viewer }) => ({
    regroupings: (await regroupingsOf(reader, viewer)).map(row => regroupingView(row, null)),
  }))
  binder.bind(contract.undoRegrouping, async ({ viewer, params }) => {
    const { shown, row, taskId } = await undoRegrouping(deps, viewer, params.regrouping_id)
    return regroupingView({ ...shown, state: row.state, undone_at: row.undone_at }, taskId)
  })
}
