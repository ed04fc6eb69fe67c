import * as analysis from '@octavo/contract/analysis'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { AppError } from '../../../kernel/app-error'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { BOOK_PLACE, findBook } from '../../catalogue/books'
import { requireSeries, requireWholeLibrary } from '../../people/access'
import { bookAnalysis, libraryAnalysis, seriesAnalysis, seriesNumbering } from './analysis-tasks'

/** Requests to read books again, and to renumber them. */
export function analysisRoutes(binder: Binder, deps: TaskRequests & { readonly reader: Reader }): void {
  const { reader } = deps

  binder.bind(analysis.triggerBookAnalysis, async ({ viewer, params }) => {
    const { id } = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    return askForTask(deps, viewer, bookAnalysis(id, true))
  })

  binder.bind(analysis.triggerBookUnanalyzedAnalysis, async ({ viewer, params }) => {
    const { id, analyzed } = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    if (analyzed) throw new AppError('BadRequest', 'This book is analyzed already')
    return askForTask(deps, viewer, bookAnalysis(id, false))
  })

  binder.bind(analysis.triggerSeriesAnalysis, async ({ viewer, params }) => {
    await requireSeries(reader, viewer, params.series_id)
    return askForTask(deps, viewer, seriesAnalysis(params.series_id, true))
  })

  binder.bind(analysis.triggerSeriesUnanalyzedAnalysis, async ({ viewer, params }) => {
    await requireSeries(reader, viewer, params.series_id)
    return askForTask(deps, viewer, seriesAnalysis(params.series_id, false))
  })

  binder.bind(analysis.triggerLibraryAnalysis, async ({ viewer, params }) => {
    await requireWholeLibrary(reader, viewer, params.library_id, 'Library')
    return askForTask(deps, viewer, libraryAnalysis(params.library_id, true))
  })

  binder.bind(analysis.triggerLibraryUnanalyzedAnalysis, async ({ viewer, params }) => {
    await requireWholeLibrary(reader, viewer, params.library_id, 'Library')
    return askForTask(deps, viewer, libraryAnalysis(params.library_id, false))
  })

  binder.bind(analysis.renumberSeries, async ({ viewer, params }) => {
    await requireSeries(reader, viewer, params.series_id)
    return askForTask(deps, viewer, seriesNumbering(params.series_id))
  })
}
