import * as contract from '@octavo/contract/read-history'
import type { Connection, Tx } from '../../../db'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_PLACE, type BookPlace, findBook } from '../../catalogue/books'
import { findSeries } from '../../catalogue/series'
import { allReadings, readingsOfBook, readingsOfSeries } from './history.queries'
import { bookHistoryView, readingView, seriesHistoryView } from './history.view'
import { deleteAllReadings, deleteReadings } from './readings.store'

export type HistoryDeps = Pick<Connection, 'reader' | 'write'>

/** The caller's past readings. Deleting history changes no place. */
export function historyRoutes(binder: Binder, { reader, write }: HistoryDeps): void {
  const ofBook = (viewer: Viewer, params: { readonly book_id: string }) =>
    findBook(reader, viewer, BOOK_PLACE, params.book_id)
  const deleteOfBook = async (viewer: Viewer, params: { readonly book_id: string }, id: string | null) => {
    const book = await ofBook(viewer, params)
    await write(async tx => {
      const had = await deleteReadings(tx, viewer.userPk, book.pk, id)
      if (!had && id !== null) throw notFound('Entry')
      if (had) publishBook(tx, viewer, book)
    })
    return null
  }

  binder.bind(contract.getBookReadHistory, async ({ viewer, params }) => {
    const { pk } = await ofBook(viewer, params)
    return bookHistoryView(await readingsOfBook(reader, viewer, pk))
  })
  binder.bind(contract.clearBookReadHistory, ({ viewer, params }) => deleteOfBook(viewer, params, null))
  binder.bind(contract.deleteBookReadHistoryEntry, ({ viewer, params }) =>
    deleteOfBook(viewer, params, params.completion_id),
  )

  binder.bind(contract.getSeriesReadHistory, async ({ viewer, params }) => {
    const { pk } = await findSeries(reader, viewer, params.series_id)
    return seriesHistoryView(await readingsOfSeries(reader, viewer, pk))
  })
  binder.bind(contract.clearSeriesReadHistory, async ({ viewer, params }) => {
    const {
      pk,
      id: seriesId,
      library_id: libraryId,
      library_pk: libraryPk,
    } = await findSeries(reader, viewer, params.series_id)
    await write(async tx => {
      await deleteAllReadings(tx, viewer.userPk, pk)
      const event = { type: 'series_updated', seriesId, libraryId, fields: ['readHistory'] } as const
      tx.publish({
        channel: 'entity',
        event: { ...event, fields: [...event.fields] },
        to: { libraryPk, userPk: viewer.userPk },
      })
    })
    return null
  })

  binder.bind(contract.listMyReadHistory, async ({ viewer, query, url }) => {
    const { rows, total } = await allReadings(reader, viewer, query)
    return envelope(url, query.page, query.pageSize, total, rows.map(readingView))
  })
  binder.bind(contract.clearMyReadHistory, async ({ viewer }) => {
    await write(tx => deleteAllReadings(tx, viewer.userPk, null))
    return null
  })
}

function publishBook(tx: Tx, { userPk }: Viewer, book: BookPlace): void {
  const { id: bookId, series_id: seriesId, library_id: libraryId, library_pk: libraryPk } = book
  const event = { type: 'book_updated', bookId, seriesId, libraryId, fields: ['readHistory'] } as const
  tx.publish({ channel: 'entity', event: { ...event, fields: [...event.fields] }, to: { libraryPk, userPk } })
}
