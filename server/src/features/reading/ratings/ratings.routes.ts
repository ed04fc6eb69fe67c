import * as contract from '@octavo/contract/rating'
import type { Connection } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_PLACE, findBook } from '../../catalogue/books'
import { findSeries } from '../../catalogue/series'
import { publishRating, type Rated } from './publish-rating'
import { averageOf, ownRating, ownRatings, type RatingRow, ratingsByOthers } from './ratings.queries'
import { checkedRating } from './ratings.rules'
import { deleteRating, setRating } from './ratings.store'

export type RatingDeps = Pick<Connection, 'reader' | 'write'> & { readonly now: Clock }

/** Users' ratings of series and books. Everybody reads and changes their own, and sees the average. */
export function ratingRoutes(binder: Binder, deps: RatingDeps): void {
  const { reader } = deps
  const { own, set, remove } = ratings(deps)

  const series = async (viewer: Viewer, params: { readonly series_id: string }): Promise<Rated> => {
    const { pk, id, library_pk, library_id } = await findSeries(reader, viewer, params.series_id)
    return { column: 'series_pk', pk, libraryPk: library_pk, libraryId: library_id, seriesId: id, bookId: null }
  }
  const book = async (viewer: Viewer, params: { readonly book_id: string }): Promise<Rated> => {
    const found = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    const { pk, id: bookId, series_id: seriesId, library_pk: libraryPk, library_id: libraryId } = found
    return { column: 'book_pk', pk, libraryPk, libraryId, seriesId, bookId }
  }

  binder.bind(contract.getSeriesRating, async ({ viewer, params }) => {
    const row = await own(viewer, await series(viewer, params))
    return row && seriesView(row)
  })
  binder.bind(contract.setSeriesRating, async ({ viewer, params, body }) =>
    seriesView(await set(viewer, await series(viewer, params), body)),
  )
  binder.bind(contract.deleteSeriesRating, async ({ viewer, params }) => remove(viewer, await series(viewer, params)))
  binder.bind(contract.getSeriesAverageRating, async ({ viewer, params }) => {
    const { column, pk } = await series(viewer, params)
    return averageOf(reader, column, pk)
  })

  binder.bind(contract.getBookRating, async ({ viewer, params }) => {
    const row = await own(viewer, await book(viewer, params))
    return row && bookView(row)
  })
  binder.bind(contract.setBookRating, async ({ viewer, params, body }) =>
    bookView(await set(viewer, await book(viewer, params), body)),
  )
  binder.bind(contract.deleteBookRating, async ({ viewer, params }) => remove(viewer, await book(viewer, params)))
  binder.bind(contract.getBookAverageRating, async ({ viewer, params }) => {
    const { column, pk } = await book(viewer, params)
    return averageOf(reader, column, pk)
  })

  binder.bind(contract.listSeriesRatings, async ({ viewer, query: { seriesIds } }) => {
    const rows = await ratingsByOthers(reader, viewer, 'series_pk', seriesIds)
    return { ratings: rows.map(({ id: seriesId, ...row }) => ({ seriesId, ...row })) }
  })
  binder.bind(contract.listBookRatings, async ({ viewer, query: { bookIds } }) => {
    const rows = await ratingsByOthers(reader, viewer, 'book_pk', bookIds)
    return { ratings: rows.map(({ id: bookId, ...row }) => ({ bookId, ...row })) }
  })

  binder.bind(contract.listUserRatings, async ({ viewer, query: { page, pageSize, seriesIds: ids = null } }) => {
    const { rows, total } = await ownRatings(reader, viewer, 'series_pk', { ids, page, pageSize })
    return { ratings: rows.map(seriesView), page, pageSize, total, totalPages: Math.ceil(total / pageSize) }
  })
  binder.bind(contract.listUserBookRatings, async ({ viewer, query: { page, pageSize, bookIds: ids = null } }) => {
    const { rows, total } = await ownRatings(reader, viewer, 'book_pk', { ids, page, pageSize })
    return { ratings: rows.map(bookView), page, pageSize, total, totalPages: Math.ceil(total / pageSize) }
  })
}

function ratings({ reader, write, now }: RatingDeps) {
  const own = (viewer: Viewer, { column, pk }: Rated) => ownRating(reader, viewer, column, pk)

  /** @throws NotFound if the series or book has been deleted in the meantime */
  async function set(viewer: Viewer, of: Rated, body: contract.SetUserRatingRequest): Promise<RatingRow> {
    const rating = checkedRating(body)
    await write(async tx => {
      await setRating(tx, viewer.userPk, of.column, of.pk, rating, now())
      publishRating(tx, viewer, of)
    })
    const row = await own(viewer, of)
    if (!row) throw notFound('Rating')
    return row
  }

  async function remove(viewer: Viewer, of: Rated): Promise<null> {
    await write(async tx => {
      if (!(await deleteRating(tx, viewer.userPk, of.column, of.pk))) throw notFound('Rating')
      publishRating(tx, viewer, of)
    })
    return null
  }

  return { own, set, remove }
}

const ratedView = ({ id, rating, notes, created_at, updated_at }: RatingRow) => {
  return { id, rating, notes, createdAt: timestamp(created_at), updatedAt: timestamp(updated_at) }
}
const seriesView = (row: RatingRow): contract.UserSeriesRatingDto => ({ ...ratedView(row), seriesId: row.item_id })
const bookView = (row: RatingRow): contract.UserBookRatingDto => ({ ...ratedView(row), bookId: row.item_id })
