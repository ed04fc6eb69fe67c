import {
  deleteReadingProgress,
  getReadingProgress,
  getUserProgress,
  markBookAsRead,
  markBookAsUnread,
  markSeriesAsRead,
  markSeriesAsUnread,
  updateReadingProgress,
} from '@octavo/contract/progress'
import type { Tx } from '../../db'
import type { Binder } from '../../http/bind'
import type { Viewer } from '../../kernel/viewer'
import { requireSeries } from '../access'
import { bulkProgressRoutes, type ProgressDeps } from './bulk-progress.routes'
import { allProgress, findProgress, findReadableBook, type ReadableBook } from './progress.queries'
import { type Place, placeOf } from './progress.rules'
import { completeSeries, forgetBook, forgetSeries, savePlace } from './progress.store'
import { progressView, said } from './progress.view'
import { tellForgotten, tellPlace, tellSeries } from './tell-progress'

/** Read progress: of a book, of a series, of everything. */
export function progressRoutes(binder: Binder, deps: ProgressDeps): void {
  const { reader, write, clock } = deps
  // Before the routes of one book, whose id would be `bulk`.
  bulkProgressRoutes(binder, deps)
  const readBy = (viewer: Viewer, book: ReadableBook) => ({
    userPk: viewer.userPk,
    bookPk: book.pk,
    seriesPk: book.series_pk,
  })
  const save = async (viewer: Viewer, book: ReadableBook, place: Place) => {
    const row = await write(async tx => {
      const saved = await savePlace(tx, readBy(viewer, book), place, clock())
      tellPlace(tx, viewer, book, saved)
      return saved
    })
    return progressView(row, book, viewer)
  }
  const forget = (viewer: Viewer, book: ReadableBook) =>
    write(async tx => {
      if (await forgetBook(tx, readBy(viewer, book))) tellForgotten(tx, viewer, book)
    })
  /** Does something to all books of a series and answers to how many. */
  const ofSeries = async (viewer: Viewer, id: string, act: (tx: Tx, seriesPk: number) => Promise<number>) => {
    const seriesPk = await requireSeries(reader, viewer, id)
    return write(async tx => {
      const count = await act(tx, seriesPk)
      if (count > 0) await tellSeries(tx, viewer, seriesPk)
      return count
    })
  }

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

  binder.bind(updateReadingProgress, async ({ viewer, params, body }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    return save(viewer, book, placeOf(body, book.page_count))
  })

  binder.bind(deleteReadingProgress, async ({ viewer, params }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    await forget(viewer, book)
    return null
  })

  binder.bind(markBookAsRead, async ({ viewer, params }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    return save(viewer, book, { page: Math.max(1, book.page_count), percentage: 1, completed: true })
  })

  binder.bind(markBookAsUnread, async ({ viewer, params }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    await forget(viewer, book)
    return null
  })

  binder.bind(markSeriesAsRead, async ({ viewer, params }) => {
    const count = await ofSeries(viewer, params.series_id, (tx, series) =>
      completeSeries(tx, viewer.userPk, series, clock()),
    )
    return said(count, 'read')
  })

  binder.bind(markSeriesAsUnread, async ({ viewer, params }) => {
    const count = await ofSeries(viewer, params.series_id, (tx, series) => forgetSeries(tx, viewer.userPk, series))
    return said(count, 'unread')
  })
}
