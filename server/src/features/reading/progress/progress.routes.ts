import {
  deleteReadingProgress,
  getDevicePlaces,
  getReadingProgress,
  getUserProgress,
  markBookAsRead,
  markBookAsUnread,
  markSeriesAsRead,
  markSeriesAsUnread,
  undoReadingProgress,
  updateReadingProgress,
} from '@octavo/contract/progress'
import type { Binder } from '../../../http/bind'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { bulkProgressRoutes } from './bulk-progress.routes'
import { devicePlaces } from './device-places.queries'
import { endOf } from './mark-books'
import { allProgress, findProgress, findReadableBook, type ReadableBook } from './progress.queries'
import { type Place, placeOf } from './progress.rules'
import { markedView, progressView } from './progress.view'
import type { ProgressDeps } from './progress-deps'
import { publishOutcome } from './publish-progress'
import { markSeriesOf } from './reader-acts'
import { type Outcome, undoPlace } from './record-place'
import { savePlace } from './save-place'
import { sourceOf } from './source'

/** Read progress: of a book, of a series, of everything. */
export function progressRoutes(binder: Binder, deps: ProgressDeps): void {
  const { reader, write, clock } = deps
  // Registered before the routes of one book, whose id would be `bulk`.
  bulkProgressRoutes(binder, deps)
  const shown = (outcome: Outcome, book: ReadableBook, viewer: Viewer) =>
    outcome.kind === 'saved' ? progressView(outcome.row, book, viewer) : null
  /** Marks a book as read or, with null, unread. */
  const mark = async (viewer: Viewer, request: Request, book: ReadableBook, place: Place | null) => {
    const reading = { ...sourceOf(request, viewer), readAt: null, deliberate: true }
    return shown(await savePlace(deps, viewer, book, { ...reading, place }), book, viewer)
  }
  const markAll = async (viewer: Viewer, request: Request, id: string, as: 'read' | 'unread') =>
    markedView(await markSeriesOf(deps, viewer, sourceOf(request, viewer), id, as), as)

  binder.bind(getUserProgress, async ({ viewer }) => {
    const rows = await allProgress(reader, viewer)
    return {
      progress: rows.map(row => progressView(row, { ...row, id: row.book_id }, viewer)),
      total: rows.length,
    }
  })

  binder.bind(getReadingProgress, async ({ viewer, params }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    const row = await findProgress(reader, viewer, book.pk)
    return row && progressView(row, book, viewer)
  })

  binder.bind(updateReadingProgress, async ({ viewer, params, body, request }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    const { readAt, deliberate = false, measured = false } = body
    const outcome = await savePlace(deps, viewer, book, {
      ...sourceOf(request, viewer),
      readAt: readAt === undefined ? null : Date.parse(readAt),
      deliberate,
      measured,
      place: placeOf(body, book.page_count),
    })
    return shown(outcome, book, viewer)
  })

  binder.bind(undoReadingProgress, async ({ viewer, params, request }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    const outcome = await write(async tx => {
      const undone = await undoPlace(tx, { ...sourceOf(request, viewer), user: viewer.userPk, book }, clock())
      if (undone) publishOutcome(tx, viewer, book, undone)
      return undone
    })
    if (!outcome) throw refused('Conflict', 'nothing_to_undo', 'There is nothing to undo in this book')
    return shown(outcome, book, viewer)
  })

  binder.bind(getDevicePlaces, async ({ viewer, params, request }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    return devicePlaces(reader, viewer, book, sourceOf(request, viewer))
  })

  binder.bind(deleteReadingProgress, async ({ viewer, params, request }) =>
    mark(viewer, request, await findReadableBook(reader, viewer, params.book_id), null),
  )

  binder.bind(markBookAsRead, async ({ viewer, params, request }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    return mark(viewer, request, book, endOf(book))
  })

  binder.bind(markBookAsUnread, async ({ viewer, params, request }) =>
    mark(viewer, request, await findReadableBook(reader, viewer, params.book_id), null),
  )

  binder.bind(markSeriesAsRead, ({ viewer, params, request }) => markAll(viewer, request, params.series_id, 'read'))

  binder.bind(markSeriesAsUnread, ({ viewer, params, request }) => markAll(viewer, request, params.series_id, 'unread'))
}
