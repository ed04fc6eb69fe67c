import * as thumbnail from '@octavo/contract/thumbnail'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import type { Viewer } from '../../../kernel/viewer'
import { askForTask, type TaskRequests } from '../../../platform/task-requests'
import { requireLibrary, requireSeries, requireWholeLibrary, visibleLibraryIds } from '../../people/access'
import { BOOK_PLACE, findBook } from '../books'
import { bookCoverMaking, coverMaking, coverMakingOfSeries, seriesCoverMaking } from './cover-tasks'

/** Requests to make covers. Returns the request for all visible books, for other protocols. */
export function thumbnailRoutes(binder: Binder, deps: TaskRequests & { readonly reader: Reader }) {
  const { reader } = deps

  /** Books hidden from the person are skipped, like missing ones. */
  async function within(viewer: Viewer, libraryId: string | null | undefined) {
    if (libraryId) await requireLibrary(reader, viewer, libraryId)
    return { libraryId: libraryId?.toLowerCase(), libraryIds: await visibleLibraryIds(reader, viewer) }
  }

  binder.bind(thumbnail.generateBookThumbnails, async ({ viewer, body }) => {
    const { bookIds, seriesIds, seriesId, libraryId, force = false } = body
    if (seriesId) await requireSeries(reader, viewer, seriesId)
    const scope = { bookIds, seriesIds, seriesId, ...(await within(viewer, libraryId)) }
    return askForTask(deps, viewer, coverMaking(scope, force))
  })

  binder.bind(thumbnail.generateBookThumbnail, async ({ viewer, params, body }) => {
    const { id } = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    return askForTask(deps, viewer, bookCoverMaking(id, body.force ?? false))
  })

  binder.bind(thumbnail.generateLibraryBookThumbnails, async ({ viewer, params, body }) => {
    await requireWholeLibrary(reader, viewer, params.library_id, 'Library')
    const scope = { libraryId: params.library_id.toLowerCase() }
    return askForTask(deps, viewer, coverMaking(scope, body.force ?? false))
  })

  binder.bind(thumbnail.generateSeriesThumbnails, async ({ viewer, body }) => {
    const { seriesIds, libraryId, force = false } = body
    const scope = { seriesIds, ...(await within(viewer, libraryId)) }
    return askForTask(deps, viewer, coverMakingOfSeries(scope, force))
  })

  binder.bind(thumbnail.generateSeriesThumbnail, async ({ viewer, params, body }) => {
    await requireSeries(reader, viewer, params.series_id)
    return askForTask(deps, viewer, seriesCoverMaking(params.series_id, body.force ?? false))
  })

  binder.bind(thumbnail.generateLibrarySeriesThumbnails, async ({ viewer, params, body }) => {
    await requireWholeLibrary(reader, viewer, params.library_id, 'Library')
    const scope = { libraryId: params.library_id.toLowerCase() }
    return askForTask(deps, viewer, coverMakingOfSeries(scope, body.force ?? false))
  })
  return async (viewer: Viewer) => askForTask(deps, viewer, coverMaking(await within(viewer, null), true))
}
