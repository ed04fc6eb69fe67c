import * as contract from '@octavo/contract/bulk-work'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { askForTask, putTasks, type TaskRequests } from '../../../platform/task-requests'
import { coverTasks } from '../../catalogue/covers'
import { visibleBookIds, visibleSeriesIds } from '../../catalogue/editing'
import { bookAnalysis, numberingOfSeries, seriesAnalysis } from '../../ingest/analysis'

const MOST_BOOKS = 500
const MOST_SERIES = 100

/** Requests to analyse, renumber and make thumbnails of many books or series. Missing and hidden ones are skipped. */
export function bulkWorkRoutes(binder: Binder, deps: TaskRequests & { readonly reader: Reader }): void {
  const { reader } = deps
  const books = (viewer: Viewer, ids: readonly string[]) =>
    visibleBookIds(reader, viewer, checked(ids, 'bookIds', MOST_BOOKS))
  const series = (viewer: Viewer, ids: readonly string[]) =>
    visibleSeriesIds(reader, viewer, checked(ids, 'seriesIds', MOST_SERIES))

  binder.bind(contract.analyzeBooks, async ({ viewer, body: { bookIds, force = false } }) => {
    const ids = await books(viewer, bookIds)
    const drafts = ids.map(id => bookAnalysis(id, force))
    return enqueued(await putTasks(deps, viewer, drafts, { books: ids.length, ...(force && { force }) }))
  })

  binder.bind(contract.analyzeManySeries, async ({ viewer, body: { seriesIds, force = false } }) => {
    const ids = await series(viewer, seriesIds)
    const drafts = ids.map(id => seriesAnalysis(id, force))
    return enqueued(await putTasks(deps, viewer, drafts, { series: ids.length, ...(force && { force }) }))
  })

  binder.bind(contract.renumberManySeries, async ({ viewer, body: { seriesIds } }) => {
    const ids = await series(viewer, seriesIds)
    return queued(askForTask(deps, viewer, numberingOfSeries(ids)), `Renumbering queued for ${ids.length} series`)
  })

  binder.bind(contract.generateThumbnailsOfBooks, async ({ viewer, body: { bookIds, force = false } }) => {
    const ids = await books(viewer, bookIds)
    const draft = coverTasks.coverMaking({ bookIds: ids }, force)
    return queued(askForTask(deps, viewer, draft), `Thumbnail generation task queued for ${ids.length} books`)
  })

  binder.bind(contract.generateThumbnailsOfSeries, async ({ viewer, body: { seriesIds, force = false } }) => {
    const ids = await series(viewer, seriesIds)
    const draft = coverTasks.coverMakingOfSeries({ seriesIds: ids }, force)
    return queued(askForTask(deps, viewer, draft), `Thumbnail generation task queued for ${ids.length} series`)
  })

  binder.bind(contract.generateThumbnailsOfBooksOfSeries, async ({ viewer, body: { seriesIds, force = false } }) => {
    const ids = await series(viewer, seriesIds)
    const draft = coverTasks.coverMaking({ seriesIds: ids }, force)
    return queued(
      askForTask(deps, viewer, draft),
      `Thumbnail generation task queued for the books of ${ids.length} series`,
    )
  })
}

/** @throws BadRequest for none, or more than `most` */
function checked(ids: readonly string[], path: string, most: number): readonly string[] {
  if (ids.length === 0) throw refused('BadRequest', 'field_missing', `${path}: 1 to ${most} ids`, path)
  if (ids.length <= most) return ids
  throw refused('BadRequest', 'list_long', `${path}: 1 to ${most} ids`, { path, max: most })
}

function enqueued(tasksEnqueued: number): contract.BulkAnalyzeResponse {
  return { tasksEnqueued, message: `Enqueued ${tasksEnqueued} analysis tasks` }
}

async function queued(task: Promise<{ readonly taskId: string }>, message: string) {
  return { taskId: (await task).taskId, message }
}
