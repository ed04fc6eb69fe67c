import { Int64, nullable, Timestamp, Uuid } from './ids'
import { json, route } from './route'
import * as z from './zod'

/** Books of one request. */
export const MOST_REGROUPED = 1000
/** Books that one request merges into another one. */
export const MOST_MERGED = 20

export const REGROUPING_ACTIONS = ['merge_series', 'split_series', 'move_books', 'merge_books'] as const

/** What a merge passes on. */
export const PASSED_ON = [
  'places',
  'sessions',
  'history',
  'ratings',
  'lists',
  'wantToRead',
  'marks',
  'covers',
  'externalIds',
  'titles',
  'edits',
  'other',
] as const

const Place = z.object({ id: Uuid, title: z.string() }).meta({ id: 'RegroupedSubject' })

export const RegroupingDto = z
  .object({
    id: Uuid,
    action: z.enum(REGROUPING_ACTIONS),
    libraryId: Uuid,
    into: nullable(Place).meta({ description: 'The series or book that the others went to; null once it was deleted' }),
    from: z
      .array(z.string())
      .meta({ description: 'Titles of the merged, split or moved items, or of their former series' }),
    books: Int64,
    state: z.enum(['running', 'done', 'undoing']),
    userName: nullable(z.string()),
    at: Timestamp,
    undoneAt: nullable(Timestamp),
    taskId: nullable(Uuid).meta({ description: 'The task that does the rest, where there are many books' }),
  })
  .meta({ id: 'RegroupingDto' })
export type RegroupingDto = z.infer<typeof RegroupingDto>

export const RegroupingResponse = z.object({ regroupings: z.array(RegroupingDto) }).meta({ id: 'RegroupingResponse' })
export type RegroupingResponse = z.infer<typeof RegroupingResponse>

export const RegroupingPreview = z
  .object({
    books: Int64.meta({ description: 'Books that would get another series, or be merged' }),
    fromSeries: z
      .array(z.object({ id: Uuid, title: z.string(), books: Int64, left: Int64 }).meta({ id: 'RegroupedSeries' }))
      .meta({ description: 'Series that books would leave, with the number remaining in each' }),
    passesOn: z
      .array(
        z
          .object({
            what: z.enum(PASSED_ON),
            moved: Int64,
            dropped: Int64.meta({ description: 'Of two that conflict, the one that is dropped' }),
          })
          .meta({ id: 'PassedOnCount' }),
      )
      .meta({ description: 'Of all readers together' }),
    fields: z.array(z.string()).meta({ description: 'Edited fields that would be carried over with their locks' }),
  })
  .meta({ id: 'RegroupingPreview' })
export type RegroupingPreview = z.infer<typeof RegroupingPreview>

const BookIds = z.array(Uuid).min(1).max(MOST_REGROUPED)
export const MergeSeriesRequest = z.object({ seriesId: Uuid }).meta({ id: 'MergeSeriesRequest' })
export const SplitSeriesRequest = z
  .object({ bookIds: BookIds, title: z.string().trim().min(1).max(500) })
  .meta({ id: 'SplitSeriesRequest' })
export const MoveBooksRequest = z.object({ bookIds: BookIds, seriesId: Uuid }).meta({ id: 'MoveBooksRequest' })
export const MergeBooksRequest = z
  .object({ bookIds: z.array(Uuid).min(1).max(MOST_MERGED) })
  .meta({ id: 'MergeBooksRequest' })

const change = { status: 200, payload: json(RegroupingResponse), errors: [404, 409] } as const
const preview = { status: 200, payload: json(RegroupingPreview), errors: [404, 409], reads: true } as const
const ofSeries = {
  method: 'post',
  tag: 'Series',
  access: 'series-write',
  params: z.object({ series_id: Uuid }),
} as const
const ofBook = { method: 'post', tag: 'Books', access: 'books-write' } as const
const rule = 'progress, ratings and lists are carried over, and scans respect the change'

export const mergeSeries = route({
  ...change,
  ...ofSeries,
  id: 'merge_series',
  path: '/api/v1/series/{series_id}/merge',
  summary: `Merge another series of the library into this one: ${rule}`,
  body: MergeSeriesRequest,
})

export const previewSeriesMerge = route({
  ...preview,
  ...ofSeries,
  id: 'preview_series_merge',
  path: '/api/v1/series/{series_id}/merge/preview',
  summary: 'Preview merging another series into this one',
  body: MergeSeriesRequest,
})

export const splitSeries = route({
  ...change,
  ...ofSeries,
  id: 'split_series',
  path: '/api/v1/series/{series_id}/split',
  summary: `Move some books of a series into a new one: ${rule}`,
  body: SplitSeriesRequest,
})

export const previewSeriesSplit = route({
  ...preview,
  ...ofSeries,
  id: 'preview_series_split',
  path: '/api/v1/series/{series_id}/split/preview',
  summary: 'Preview splitting a series',
  body: SplitSeriesRequest,
})

export const moveBooks = route({
  ...change,
  ...ofBook,
  access: 'series-write',
  id: 'move_books',
  path: '/api/v1/books/move',
  summary: `Move books to another series of their library: ${rule}`,
  body: MoveBooksRequest,
})

export const previewBookMove = route({
  ...preview,
  ...ofBook,
  access: 'series-write',
  id: 'preview_book_move',
  path: '/api/v1/books/move/preview',
  summary: 'Preview moving books to another series',
  body: MoveBooksRequest,
})

export const mergeBooks = route({
  ...change,
  ...ofBook,
  id: 'merge_books',
  path: '/api/v1/books/{book_id}/merge',
  summary:
    'Merge other books of the library into this one: their files stay on the disk, hidden as other files of this book',
  params: z.object({ book_id: Uuid }),
  body: MergeBooksRequest,
})

export const previewBookMerge = route({
  ...preview,
  ...ofBook,
  id: 'preview_book_merge',
  path: '/api/v1/books/{book_id}/merge/preview',
  summary: 'Preview merging other books into this one',
  params: z.object({ book_id: Uuid }),
  body: MergeBooksRequest,
})

export const listRegroupings = route({
  id: 'list_regroupings',
  method: 'get',
  path: '/api/v1/regroupings',
  tag: 'Series',
  summary: 'The last 100 merges, splits and moves that the viewer may see, the latest first',
  access: 'series-write',
  status: 200,
  payload: json(RegroupingResponse),
})

export const undoRegrouping = route({
  id: 'undo_regrouping',
  method: 'post',
  path: '/api/v1/regroupings/{regrouping_id}/undo',
  tag: 'Series',
  summary: 'Undo a merge, split or move; later changes stay; 409 if it was undone or can no longer be undone',
  access: 'series-write',
  params: z.object({ regrouping_id: Uuid }),
  status: 200,
  payload: json(RegroupingDto),
  errors: [404, 409],
})
