import { lines } from './field-schemas'
import { idList } from './id-list'
import { Int32, Int64, nullable, Timestamp, Uuid } from './ids'
import { MAX_PAGE_SIZE, PageQuery } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

/** Maximum length of a user's notes about a series or book, in characters. */
export const RATING_NOTES = 10_000

export const SetUserRatingRequest = z
  .object({
    // Any other number is a 400, as in the reference; the server checks it.
    rating: Int32.meta({ minimum: 1, maximum: 100 }),
    notes: nullable(lines(RATING_NOTES)),
  })
  .meta({ id: 'SetUserRatingRequest' })
export type SetUserRatingRequest = z.infer<typeof SetUserRatingRequest>

const rated = {
  id: Uuid,
  rating: Int32.meta({ description: '1 to 100' }),
  notes: nullable(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const UserSeriesRatingDto = z.object({ ...rated, seriesId: Uuid }).meta({ id: 'UserSeriesRatingDto' })
export type UserSeriesRatingDto = z.infer<typeof UserSeriesRatingDto>

export const UserBookRatingDto = z.object({ ...rated, bookId: Uuid }).meta({ id: 'UserBookRatingDto' })
export type UserBookRatingDto = z.infer<typeof UserBookRatingDto>

const ratedPage = { page: Int64, pageSize: Int64, total: Int64, totalPages: Int64 }

export const UserRatingsListResponse = z
  .object({ ratings: z.array(UserSeriesRatingDto), ...ratedPage })
  .meta({ id: 'UserRatingsListResponse' })
export const UserBookRatingsListResponse = z
  .object({ ratings: z.array(UserBookRatingDto), ...ratedPage })
  .meta({ id: 'UserBookRatingsListResponse' })

const average = {
  average: nullable(z.number().meta({ format: 'double' })),
  count: Int64.min(0),
}
export const SeriesAverageRatingResponse = z.object(average).meta({ id: 'SeriesAverageRatingResponse' })
export type SeriesAverageRatingResponse = z.infer<typeof SeriesAverageRatingResponse>
export const BookAverageRatingResponse = z.object(average).meta({ id: 'BookAverageRatingResponse' })

/** Ratings by others, of the series or books that a list shows. */
const byOthers = {
  ...average,
  external: nullable(z.number().meta({ format: 'double', description: 'The average of those at other sites' })),
}
export const SeriesRatingsResponse = z
  .object({ ratings: z.array(z.object({ seriesId: Uuid, ...byOthers }).meta({ id: 'SeriesRatingsDto' })) })
  .meta({ id: 'SeriesRatingsResponse' })
export type SeriesRatingsResponse = z.infer<typeof SeriesRatingsResponse>
export const BookRatingsResponse = z
  .object({ ratings: z.array(z.object({ bookId: Uuid, ...byOthers }).meta({ id: 'BookRatingsDto' })) })
  .meta({ id: 'BookRatingsResponse' })
export type BookRatingsResponse = z.infer<typeof BookRatingsResponse>

const ofSeries = {
  tag: 'Ratings',
  access: 'series-read',
  params: z.object({ series_id: Uuid }),
  errors: [404],
} as const
const ofBook = { tag: 'Ratings', access: 'books-read', params: z.object({ book_id: Uuid }), errors: [404] } as const

export const getSeriesRating = route({
  id: 'get_series_rating',
  method: 'get',
  path: '/api/v1/series/{series_id}/rating',
  ...ofSeries,
  summary: "The caller's rating of a series; 204 without one",
  status: 200,
  payload: json(UserSeriesRatingDto),
  also: [204],
})

export const setSeriesRating = route({
  id: 'set_series_rating',
  method: 'put',
  path: '/api/v1/series/{series_id}/rating',
  ...ofSeries,
  summary: 'Rate a series',
  body: SetUserRatingRequest,
  form: true,
  status: 200,
  payload: json(UserSeriesRatingDto),
})

export const deleteSeriesRating = route({
  id: 'delete_series_rating',
  method: 'delete',
  path: '/api/v1/series/{series_id}/rating',
  ...ofSeries,
  summary: "Delete the caller's rating of a series",
  status: 204,
  payload: nothing,
})

export const getSeriesAverageRating = route({
  id: 'get_series_average_rating',
  method: 'get',
  path: '/api/v1/series/{series_id}/ratings/average',
  ...ofSeries,
  tag: 'Series',
  summary: 'The average and number of users’ ratings of a series',
  status: 200,
  payload: json(SeriesAverageRatingResponse),
})

export const listSeriesRatings = route({
  id: 'list_series_ratings',
  method: 'get',
  path: '/api/v1/ratings/series',
  tag: 'Ratings',
  summary: 'The average ratings of several series, by users and at other sites; without those that have none',
  access: 'series-read',
  query: z.object({ seriesIds: idList(MAX_PAGE_SIZE) }),
  status: 200,
  payload: json(SeriesRatingsResponse),
})

export const getBookRating = route({
  id: 'get_book_rating',
  method: 'get',
  path: '/api/v1/books/{book_id}/rating',
  ...ofBook,
  summary: "The caller's rating of a book; 204 without one",
  status: 200,
  payload: json(UserBookRatingDto),
  also: [204],
})

export const setBookRating = route({
  id: 'set_book_rating',
  method: 'put',
  path: '/api/v1/books/{book_id}/rating',
  ...ofBook,
  summary: 'Rate a book',
  body: SetUserRatingRequest,
  form: true,
  status: 200,
  payload: json(UserBookRatingDto),
})

export const deleteBookRating = route({
  id: 'delete_book_rating',
  method: 'delete',
  path: '/api/v1/books/{book_id}/rating',
  ...ofBook,
  summary: "Delete the caller's rating of a book",
  status: 204,
  payload: nothing,
})

export const getBookAverageRating = route({
  id: 'get_book_average_rating',
  method: 'get',
  path: '/api/v1/books/{book_id}/ratings/average',
  ...ofBook,
  summary: 'The average and number of users’ ratings of a book',
  status: 200,
  payload: json(BookAverageRatingResponse),
})

export const listBookRatings = route({
  id: 'list_book_ratings',
  method: 'get',
  path: '/api/v1/ratings/books',
  tag: 'Ratings',
  summary: 'The average ratings of several books, by users and at other sites; without those that have none',
  access: 'books-read',
  query: z.object({ bookIds: idList(MAX_PAGE_SIZE) }),
  status: 200,
  payload: json(BookRatingsResponse),
})

export const listUserRatings = route({
  id: 'list_user_ratings',
  method: 'get',
  path: '/api/v1/user/ratings',
  tag: 'Ratings',
  summary: "The caller's ratings of series, the newest first",
  access: 'series-read',
  query: PageQuery.extend({
    seriesIds: idList(MAX_PAGE_SIZE).optional().meta({ description: 'Of these series only' }),
  }),
  status: 200,
  payload: json(UserRatingsListResponse),
})

export const listUserBookRatings = route({
  id: 'list_user_book_ratings',
  method: 'get',
  path: '/api/v1/user/ratings/books',
  tag: 'Ratings',
  summary: "The caller's ratings of books, the newest first",
  access: 'books-read',
  query: PageQuery.extend({ bookIds: idList(MAX_PAGE_SIZE).optional().meta({ description: 'Of these books only' }) }),
  status: 200,
  payload: json(UserBookRatingsListResponse),
})
