import { KomgaError } from './komga'
import { KomgaCollectionParams, KomgaParams, KomgaReadListParams } from './komga-query'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

/** Operations on whole reading lists: progress, download, and import. */
const AT = '/{prefix}/api/v1'
const all = { tag: 'Komga', status: 200, errorBody: KomgaError, repeats: true } as const
const ofList = { ...all, params: KomgaReadListParams, errors: [404] } as const
const tracker = `${AT}/readlists/{read_list_id}/read-progress/tachiyomi`

export const komgaGetReadListTracker = route({
  ...ofList,
  id: 'komga_get_readlist_tracker',
  method: 'get',
  path: tracker,
  summary: 'Progress in a reading list, for trackers',
  access: 'progress-read',
  payload: json(
    z.object({
      booksCount: z.int(),
      booksReadCount: z.int(),
      booksUnreadCount: z.int(),
      booksInProgressCount: z.int(),
      lastReadContinuousIndex: z.int().meta({ description: 'Number of books finished from the start without a gap' }),
    }),
  ),
})

export const komgaUpdateReadListTracker = route({
  ...ofList,
  id: 'komga_update_readlist_tracker',
  method: 'put',
  path: tracker,
  summary: 'Mark the first books of a reading list as read',
  access: 'progress-write',
  body: z.object({ lastBookRead: z.int32() }),
  status: 204,
  payload: nothing,
})

export const komgaDownloadReadList = route({
  ...ofList,
  id: 'komga_download_readlist',
  method: 'get',
  path: `${AT}/readlists/{read_list_id}/file`,
  summary: 'The files of a reading list as one zip',
  access: 'books-read',
  payload: bytes('application/zip'),
  also: [206, 304],
  errors: [404, 416],
})

const Match = z
  .object({
    readListMatch: z.object({ name: z.string(), errorCode: z.string() }),
    requests: z.array(
      z.object({
        request: z.object({ series: z.array(z.string()), number: z.string() }),
        matches: z.array(
          z.object({
            series: z.object({ seriesId: z.string(), title: z.string(), releaseDate: z.string().nullable() }),
            books: z.array(z.object({ bookId: z.string(), number: z.string(), title: z.string() })),
          }),
        ),
      }),
    ),
    errorCode: z.string(),
  })
  .meta({ id: 'KomgaReadListRequestMatchDto' })
export type KomgaReadListMatch = z.infer<typeof Match>

export const komgaMatchReadList = route({
  ...all,
  params: KomgaParams,
  id: 'komga_match_readlist',
  method: 'post',
  path: `${AT}/readlists/match/comicrack`,
  summary: 'Match the entries of a CBL file with books; nothing is saved',
  access: 'readlists-read',
  reads: true,
  upload: z.object({ file: z.string().meta({ format: 'binary', description: 'At most 2 MB' }) }),
  payload: json(Match),
  errors: [413],
})

/** Covers of lists are those of their first members, so there is no choice. */
const None = json(z.array(z.unknown()).max(0))

export const komgaListReadListThumbnails = route({
  ...ofList,
  id: 'komga_list_readlist_thumbnails',
  method: 'get',
  path: `${AT}/readlists/{read_list_id}/thumbnails`,
  summary: 'Uploaded covers of a reading list; always empty',
  access: 'readlists-read',
  payload: None,
})

export const komgaListCollectionThumbnails = route({
  ...all,
  params: KomgaCollectionParams,
  id: 'komga_list_collection_thumbnails',
  method: 'get',
  path: `${AT}/collections/{collection_id}/thumbnails`,
  summary: 'Uploaded covers of a collection; always empty',
  access: 'collections-read',
  payload: None,
  errors: [404],
})
