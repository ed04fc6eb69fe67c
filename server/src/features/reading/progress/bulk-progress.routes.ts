import * as contract from '@octavo/contract/bulk-progress'
import type { Tx } from '../../../db'
import type { Binder } from '../../../http/bind'
import type { Viewer } from '../../../kernel/viewer'
import { type Marking, markBooks, markSeries } from './mark-books'
import { readableBooks, readableSeries } from './progress.queries'
import { markedView } from './progress.view'
import type { ProgressDeps } from './progress-deps'
import { publishSeries } from './publish-progress'
import type { ReadBook } from './record-place'
import { sourceOf } from './source'

type Mark = 'read' | 'unread'

/** Many books, or all books of many series, marked by one request and in one transaction. */
export function bulkProgressRoutes(binder: Binder, { reader, write, clock }: ProgressDeps): void {
  const change = async (
    { viewer, request }: { readonly viewer: Viewer; readonly request: Request },
    as: Mark,
    act: (tx: Tx, marking: Marking) => Promise<readonly ReadBook[]>,
  ) => {
    const marking = { ...sourceOf(request, viewer), user: viewer.userPk }
    const count = await write(async tx => {
      const changed = await act(tx, marking)
      for (const seriesPk of new Set(changed.map(book => book.series_pk))) await publishSeries(tx, viewer, seriesPk)
      return changed.length
    })
    return markedView(count, as)
  }
  const bindBooks = (route: typeof contract.markBooksAsRead | typeof contract.markBooksAsUnread, as: Mark) =>
    binder.bind(route, async call => {
      const books = await readableBooks(reader, call.viewer, call.body.bookIds)
      return change(call, as, (tx, marking) => markBooks(tx, marking, books, as, clock()))
    })
  const bindSeries = (route: typeof contract.markAllSeriesAsRead | typeof contract.markAllSeriesAsUnread, as: Mark) =>
    binder.bind(route, async call => {
      const series = await readableSeries(reader, call.viewer, call.body.seriesIds)
      return change(call, as, (tx, marking) => markSeries(tx, marking, series, as, clock()))
    })

  bindBooks(contract.markBooksAsRead, 'read')
  bindBooks(contract.markBooksAsUnread, 'unread')
  bindSeries(contract.markAllSeriesAsRead, 'read')
  bindSeries(contract.markAllSeriesAsUnread, 'unread')
}
