import * as contract from '@octavo/contract/bulk-progress'
import type { Reader, Tx, Write } from '../../db'
import type { Binder } from '../../http/bind'
import type { Clock } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import { readableBooks, readableSeries } from './progress.queries'
import { completeBooks, completeSeries, forgetBooks, forgetSeries, lockSeriesProgress } from './progress.store'
import { said } from './progress.view'
import { tellSeries } from './tell-progress'

export interface ProgressDeps {
  readonly reader: Reader
  readonly write: Write
  readonly clock: Clock
}

type Act = (tx: Tx, userPk: number, seriesPk: number) => Promise<number>

/** Many books, or all books of many series, marked by one request and in one transaction. */
export function bulkProgressRoutes(binder: Binder, { reader, write, clock }: ProgressDeps): void {
  /** `act` answers the series of what it changed, once for each book. */
  const change = (viewer: Viewer, act: (tx: Tx) => Promise<readonly number[]>): Promise<number> =>
    write(async tx => {
      const changed = await act(tx)
      for (const seriesPk of new Set(changed)) await tellSeries(tx, viewer, seriesPk)
      return changed.length
    })
  const allOf = async (viewer: Viewer, ids: readonly string[], act: Act): Promise<number> => {
    const series = await readableSeries(reader, viewer, ids)
    return change(viewer, async tx => {
      await lockSeriesProgress(tx, series)
      const changed: number[] = []
      for (const pk of series) {
        const count = await act(tx, viewer.userPk, pk)
        changed.push(...new Array<number>(count).fill(pk))
      }
      return changed
    })
  }

  binder.bind(contract.markBooksAsRead, async ({ viewer, body }) => {
    const books = await readableBooks(reader, viewer, body.bookIds)
    return said(await change(viewer, tx => completeBooks(tx, viewer.userPk, books, clock())), 'read')
  })

  binder.bind(contract.markBooksAsUnread, async ({ viewer, body }) => {
    const books = await readableBooks(reader, viewer, body.bookIds)
    return said(await change(viewer, tx => forgetBooks(tx, viewer.userPk, books)), 'unread')
  })

  binder.bind(contract.markAllSeriesAsRead, async ({ viewer, body }) =>
    said(await allOf(viewer, body.seriesIds, (tx, user, series) => completeSeries(tx, user, series, clock())), 'read'),
  )

  binder.bind(contract.markAllSeriesAsUnread, async ({ viewer, body }) =>
    said(await allOf(viewer, body.seriesIds, forgetSeries), 'unread'),
  )
}
