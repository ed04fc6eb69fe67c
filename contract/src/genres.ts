import { TaxonomyCleanupResponse } from './facet'
import { GenreDto } from './genre'
import { Uuid } from './ids'
import { Label, Labels } from './metadata-fields'
import { PageQuery, paginated } from './paging'
import { json, nothing, route } from './route'
import * as z from './zod'

export const GenreListResponse = z.object({ genres: z.array(GenreDto) }).meta({ id: 'GenreListResponse' })
export const SetSeriesGenresRequest = z.object({ genres: Labels }).meta({ id: 'SetSeriesGenresRequest' })
export const AddSeriesGenreRequest = z.object({ name: Label }).meta({ id: 'AddSeriesGenreRequest' })
export const SetBookGenresRequest = z.object({ genres: Labels }).meta({ id: 'SetBookGenresRequest' })
export const AddBookGenreRequest = z.object({ name: Label }).meta({ id: 'AddBookGenreRequest' })

const SeriesParams = z.object({ series_id: Uuid })
const BookParams = z.object({ book_id: Uuid })
const all = { tag: 'Genres', status: 200 } as const
const ofSeries = { ...all, access: 'series-write', params: SeriesParams, errors: [404] } as const
const ofBook = { ...all, access: 'books-write', params: BookParams, errors: [404] } as const

export const listGenres = route({
  ...all,
  id: 'list_genres',
  method: 'get',
  path: '/api/v1/genres',
  summary: 'Genres of the visible series by name, with the number of series for each',
  access: 'series-read',
  query: PageQuery,
  payload: json(paginated('GenreDto', GenreDto)),
})

export const cleanupGenres = route({
  ...all,
  id: 'cleanup_genres',
  wholeSight: true,
  method: 'post',
  path: '/api/v1/genres/cleanup',
  summary: 'Delete unused genres; those with aliases, a description, links or an image stay',
  access: 'system-admin',
  payload: json(TaxonomyCleanupResponse),
})

export const deleteGenre = route({
  ...all,
  id: 'delete_genre',
  wholeSight: true,
  method: 'delete',
  path: '/api/v1/genres/{genre_id}',
  summary: 'Delete a genre and remove it from every series and book',
  access: 'system-admin',
  params: z.object({ genre_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

export const getSeriesGenres = route({
  ...ofSeries,
  id: 'get_series_genres',
  method: 'get',
  path: '/api/v1/series/{series_id}/genres',
  summary: 'The genres of a series',
  access: 'series-read',
  payload: json(GenreListResponse),
})

export const setSeriesGenres = route({
  ...ofSeries,
  id: 'set_series_genres',
  method: 'put',
  path: '/api/v1/series/{series_id}/genres',
  summary: 'Replace the genres of a series and lock them; new ones are created',
  body: SetSeriesGenresRequest,
  form: true,
  payload: json(GenreListResponse),
})

export const addSeriesGenre = route({
  ...ofSeries,
  id: 'add_series_genre',
  method: 'post',
  path: '/api/v1/series/{series_id}/genres',
  summary: 'Add a genre to a series and lock its genres',
  body: AddSeriesGenreRequest,
  form: true,
  payload: json(GenreDto),
})

export const removeSeriesGenre = route({
  ...ofSeries,
  id: 'remove_series_genre',
  method: 'delete',
  path: '/api/v1/series/{series_id}/genres/{genre_id}',
  summary: 'Remove a genre from a series and lock its genres',
  params: SeriesParams.extend({ genre_id: Uuid }),
  status: 204,
  payload: nothing,
})

export const getBookGenres = route({
  ...ofBook,
  id: 'get_book_genres',
  method: 'get',
  path: '/api/v1/books/{book_id}/genres',
  summary: 'The genres of a book',
  access: 'books-read',
  payload: json(GenreListResponse),
})

export const setBookGenres = route({
  ...ofBook,
  id: 'set_book_genres',
  method: 'put',
  path: '/api/v1/books/{book_id}/genres',
  summary: 'Replace the genres of a book and lock them; new ones are created',
  body: SetBookGenresRequest,
  form: true,
  payload: json(GenreListResponse),
})

export const addBookGenre = route({
  ...ofBook,
  id: 'add_book_genre',
  method: 'post',
  path: '/api/v1/books/{book_id}/genres',
  summary: 'Add a genre to a book and lock its genres',
  body: AddBookGenreRequest,
  form: true,
  payload: json(GenreDto),
})

export const removeBookGenre = route({
  ...ofBook,
  id: 'remove_book_genre',
  method: 'delete',
  path: '/api/v1/books/{book_id}/genres/{genre_id}',
  summary: 'Remove a genre from a book and lock its genres',
  params: BookParams.extend({ genre_id: Uuid }),
  status: 204,
  payload: nothing,
})
