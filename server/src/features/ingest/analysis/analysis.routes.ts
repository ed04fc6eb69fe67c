import * as analysis from '@octavo/contract/analysis'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { BOOK_PLACE, findBook } from '../../catalogue/books'
import { requireSeries, requireWholeLibrary } from '../../people/access'
import { bookAnalysis, libraryAnalysis, seriesAnalysis, seriesNumbering } from './analysis-tasks'

/** Requests to read books again, and to renumber them. Returns those that read every file, for other protocols. */
export function analysisRoutes(binder: Binder, deps: TaskRequests & { readonly reader: Reader }) {
  const { reader } = deps
  const analyze = {
    async book(viewer: Viewer, bookId: string) {
      const { id } = await findBook(reader, viewer, BOOK_PLACE, bookId)
      return askForTask(deps, viewer, bookAnalysis(id, true))
    },
    async series(viewer: Viewer, id: string) {
      await requireSeries(reader, viewer, id)
      return askForTask(deps, viewer, seriesAnalysis(id, true))
    },
    async library(viewer: Viewer, id: string) {
      await requireWholeLibrary(reader, viewer, id, 'Library')
      return askForTask(deps, viewer, libraryAnalysis(id, true))
    },
  }

  binder.bind(analysis.triggerBookAnalysis, ({ viewer, params }) => analyze.book(viewer, params.book_id))

  binder.bind(analysis.triggerBookUnanalyzedAnalysis, async ({ viewer, params }) => {
    const { id, analyzed } = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    if (analyzed) throw refused('BadRequest', 'changed_since', 'This book has already been analyzed')
    return askForTask(deps, viewer, bookAnalysis(id, false))
  })

  binder.bind(analysis.triggerSeriesAnalysis, ({ viewer, params }) => analyze.series(viewer, params.series_id))

  binder.bind(analysis.triggerSeriesUnanalyzedAnalysis, async ({ viewer, params }) => {
    await requireSeries(reader, viewer, params.series_id)
    return askForTask(deps, viewer, seriesAnalysis(params.series_id, false))
  })

  binder.bind(analysis.triggerLibraryAnalysis, ({ viewer, params }) => analyze.library(viewer, params.library_id))

  binder.bind(analysis.triggerLibraryUnanalyzedAnalysis, async ({ viewer, params }) => {
    await requireWholeLibrary(reader, viewer, params.library_id, 'Library')
    return askForTask(deps, viewer, libraryAnalysis(params.library_id, false))
  })

  binder.bind(analysis.renumberSeries, async ({ viewer, params }) => {
    await requireSeries(reader, viewer, params.series_id)
    return askForTask(deps, viewer, seriesNumbering(params.series_id))
  })
  return analyze
}
