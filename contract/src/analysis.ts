import { Uuid } from './ids'
import { LibraryParams } from './library'
import { json, route } from './route'
import { CreateTaskResponse } from './task'
import * as z from './zod'

const BookParams = z.object({ book_id: Uuid })
const SeriesParams = z.object({ series_id: Uuid })

const work = { method: 'post', tag: 'Scans', status: 200, payload: json(CreateTaskResponse), errors: [404] } as const

export const triggerBookAnalysis = route({
  ...work,
  id: 'trigger_book_analysis',
  path: '/api/v1/books/{book_id}/analyze',
  summary: 'Read a book’s file again',
  access: 'books-write',
  params: BookParams,
})

export const triggerBookUnanalyzedAnalysis = route({
  ...work,
  id: 'trigger_book_unanalyzed_analysis',
  path: '/api/v1/books/{book_id}/analyze-unanalyzed',
  summary: 'Read a book’s file if it has not been read; 400 if it has',
  access: 'books-write',
  params: BookParams,
})

export const triggerSeriesAnalysis = route({
  ...work,
  id: 'trigger_series_analysis',
  path: '/api/v1/series/{series_id}/analyze',
  summary: 'Read all files of a series again',
  access: 'series-write',
  params: SeriesParams,
})

export const triggerSeriesUnanalyzedAnalysis = route({
  ...work,
  id: 'trigger_series_unanalyzed_analysis',
  path: '/api/v1/series/{series_id}/analyze-unanalyzed',
  summary: 'Read the unread files of a series',
  access: 'series-write',
  params: SeriesParams,
})

export const triggerLibraryAnalysis = route({
  ...work,
  id: 'trigger_library_analysis',
  path: '/api/v1/libraries/{library_id}/analyze',
  summary: 'Read all files of a library again',
  access: 'libraries-write',
  params: LibraryParams,
})

export const triggerLibraryUnanalyzedAnalysis = route({
  ...work,
  id: 'trigger_library_unanalyzed_analysis',
  path: '/api/v1/libraries/{library_id}/analyze-unanalyzed',
  summary: 'Read the unread files of a library',
  access: 'libraries-write',
  params: LibraryParams,
})

export const renumberSeries = route({
  ...work,
  id: 'renumber_series',
  path: '/api/v1/series/{series_id}/renumber',
  summary: 'Renumber the books of a series',
  access: 'series-write',
  params: SeriesParams,
})
