import { getBookThumbnail, getSeriesThumbnail } from '@octavo/contract/page'
import type { Binder } from '../../http/bind'
import { bookCoverAnswer, type CoverDeps, seriesCoverAnswer } from './answers.routes'

/** Thumbnails of books and series. */
export function coverRoutes(binder: Binder, deps: CoverDeps): void {
  binder.bind(getBookThumbnail, call => bookCoverAnswer(deps, call, { id: call.params.book_id, version: call.query.v }))
  binder.bind(getSeriesThumbnail, call =>
    seriesCoverAnswer(deps, call, { id: call.params.series_id, version: call.query.v }),
  )
}
