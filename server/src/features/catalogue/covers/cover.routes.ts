import { getBookThumbnail, getSeriesThumbnail } from '@octavo/contract/page'
import type { Binder } from '../../../http/bind'
import type { TaskRequests } from '../../../platform/task-requests'
import { bookCoverAnswer, type CoverDeps, seriesCoverAnswer } from './answers.routes'
import { thumbnailRoutes } from './thumbnail.routes'

/**
 * Thumbnails of books and series, and requests to make them. Returns the request for all visible books, for other
 * protocols.
 */
export function coverRoutes(binder: Binder, deps: CoverDeps & TaskRequests) {
  const makeCovers = thumbnailRoutes(binder, deps)
  binder.bind(getBookThumbnail, call => {
    const { v: version, width } = call.query
    return bookCoverAnswer(deps, call, { id: call.params.book_id, version, width })
  })
  binder.bind(getSeriesThumbnail, call => {
    const { v: version, width } = call.query
    return seriesCoverAnswer(deps, call, { id: call.params.series_id, version, width })
  })
  return makeCovers
}
