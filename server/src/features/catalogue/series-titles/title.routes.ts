import * as contract from '@octavo/contract/series-title'
import type { Binder } from '../../../http/bind'
import { AppError } from '../../../kernel/app-error'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { requireLibrary, requireSeries, requireWholeLibrary, visibleLibraryIds } from '../../people/access'
import { previewTitles, type TitleDeps } from './reprocess-titles'
import { titleOfSeries, titlesOfScope } from './title-tasks'
import type { TitleScope } from './titles.queries'

/** Maximum number of titles in a dry run. */
const MOST_SHOWN = 100
/** Maximum number of series in a bulk request. */
const MOST_SERIES = 100

/** Requests to set titles by the rules again. */
export function titleRoutes(binder: Binder, deps: TaskRequests & TitleDeps): void {
  const { reader } = deps

  async function preview(scope: TitleScope): Promise<contract.EnqueueReprocessTitleResponse> {
    const { total, changed, locked, changes } = await previewTitles(deps, scope, MOST_SHOWN)
    const skipped = locked > 0 ? `; ${locked} locked` : ''
    const message = `Dry run: ${changed} of ${total} titles would change${skipped}`
    return { success: true, tasksEnqueued: 0, taskIds: [], message, changes, lockedTitles: locked }
  }

  binder.bind(contract.reprocessSeriesTitle, async ({ viewer, params, body }) => {
    await requireSeries(reader, viewer, params.series_id)
    if (body.dryRun) return preview({ seriesIds: [params.series_id.toLowerCase()] })
    return enqueued(await askForTask(deps, viewer, titleOfSeries(params.series_id)))
  })

  binder.bind(contract.reprocessLibrarySeriesTitles, async ({ viewer, params, body }) => {
    await requireWholeLibrary(reader, viewer, params.library_id, 'Library')
    const libraryId = params.library_id.toLowerCase()
    if (body.dryRun) return preview({ libraryId })
    return enqueued(await askForTask(deps, viewer, titlesOfScope({ libraryId })))
  })

  binder.bind(contract.reprocessSeriesTitles, async ({ viewer, body: { libraryId, seriesIds } }) => {
    if (seriesIds?.length === 0) throw noSeries()
    if (libraryId) await requireLibrary(reader, viewer, libraryId)
    // Hidden series are skipped, like missing ones.
    const scope = {
      ...(seriesIds ? { seriesIds } : { libraryId }),
      libraryIds: await visibleLibraryIds(reader, viewer),
    }
    return enqueued(await askForTask(deps, viewer, titlesOfScope(scope)))
  })

  binder.bind(contract.bulkReprocessSeriesTitles, async ({ viewer, body: { seriesIds } }) => {
    if (seriesIds.length === 0) throw noSeries()
    if (seriesIds.length > MOST_SERIES) {
      throw new AppError('BadRequest', `seriesIds: at most ${MOST_SERIES} series`, { path: 'seriesIds' })
    }
    const scope = { seriesIds, libraryIds: await visibleLibraryIds(reader, viewer) }
    const { taskId } = await askForTask(deps, viewer, titlesOfScope(scope))
    return { taskId, message: `Title reprocessing task queued for ${seriesIds.length} series` }
  })
}

function enqueued({ taskId }: { readonly taskId: string }): contract.EnqueueReprocessTitleResponse {
  return { success: true, tasksEnqueued: 1, taskIds: [taskId], message: 'Reprocess title task enqueued' }
}

function noSeries(): AppError {
  return new AppError('BadRequest', 'seriesIds: name at least one series', { path: 'seriesIds' })
}
