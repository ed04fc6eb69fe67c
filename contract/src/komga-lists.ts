import { KomgaBookDto, KomgaCollectionDto, KomgaError, KomgaReadListDto, komgaPage } from './komga'
import { KOMGA_BOOK_PAGE, KOMGA_SERIES_PAGE } from './komga-catalogue'
import {
  KomgaBookParams,
  KomgaBooksQuery,
  KomgaCollectionParams,
  KomgaListedBookParams,
  KomgaPageQuery,
  KomgaParams,
  KomgaReadListParams,
  KomgaSeriesParams,
  KomgaSeriesQuery,
  KomgaText,
  KomgaValues,
} from './komga-query'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

const AT = '/{prefix}/api/v1'
const all = { tag: 'Komga', status: 200, errorBody: KomgaError, repeats: true, params: KomgaParams } as const
const collection = { ...all, params: KomgaCollectionParams, errors: [404] } as const
const readList = { ...all, params: KomgaReadListParams, errors: [404] } as const
const JPEG = bytes('image/jpeg')
const ListsQuery = KomgaPageQuery.extend({ search: KomgaText, library_id: KomgaValues })

const Name = z.string().max(1000)
const Ids = z.array(z.string().max(100)).max(5000)

export const komgaListCollections = route({
  ...all,
  id: 'komga_list_collections',
  method: 'get',
  path: `${AT}/collections`,
  summary: 'Collections by name',
  access: 'collections-read',
  query: ListsQuery,
  payload: json(komgaPage('KomgaCollectionDto', KomgaCollectionDto)),
})

export const komgaCreateCollection = route({
  ...all,
  id: 'komga_create_collection',
  method: 'post',
  path: `${AT}/collections`,
  summary: 'Create a collection',
  access: 'collections-write',
  body: z.object({ name: Name, ordered: z.boolean().optional(), seriesIds: Ids }),
  payload: json(KomgaCollectionDto),
  errors: [404, 409],
})

export const komgaGetCollection = route({
  ...collection,
  id: 'komga_get_collection',
  method: 'get',
  path: `${AT}/collections/{collection_id}`,
  summary: 'One collection',
  access: 'collections-read',
  payload: json(KomgaCollectionDto),
})

export const komgaUpdateCollection = route({
  ...collection,
  id: 'komga_update_collection',
  method: 'patch',
  path: `${AT}/collections/{collection_id}`,
  summary: 'Rename a collection, or change its members and their order',
  access: 'collections-write',
  body: z.object({ name: Name.nullish(), ordered: z.boolean().nullish(), seriesIds: Ids.nullish() }),
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

export const komgaDeleteCollection = route({
  ...collection,
  id: 'komga_delete_collection',
  method: 'delete',
  path: `${AT}/collections/{collection_id}`,
  summary: 'Delete a collection',
  access: 'collections-delete',
  status: 204,
  payload: nothing,
})

export const komgaGetCollectionSeries = route({
  ...collection,
  id: 'komga_get_collection_series',
  method: 'get',
  path: `${AT}/collections/{collection_id}/series`,
  summary: 'The series of a collection',
  access: 'collections-read',
  query: KomgaSeriesQuery,
  payload: KOMGA_SERIES_PAGE,
})

export const komgaGetCollectionThumbnail = route({
  ...collection,
  id: 'komga_get_collection_thumbnail',
  method: 'get',
  path: `${AT}/collections/{collection_id}/thumbnail`,
  summary: 'The cover of its first series',
  access: 'collections-read',
  payload: JPEG,
  also: [304],
})

export const komgaGetSeriesCollections = route({
  ...all,
  params: KomgaSeriesParams,
  id: 'komga_get_series_collections',
  method: 'get',
  path: `${AT}/series/{series_id}/collections`,
  summary: 'Collections that contain a series',
  access: 'collections-read',
  payload: json(z.array(KomgaCollectionDto)),
  errors: [404],
})

export const komgaListReadLists = route({
  ...all,
  id: 'komga_list_readlists',
  method: 'get',
  path: `${AT}/readlists`,
  summary: 'Reading lists by name',
  access: 'readlists-read',
  query: ListsQuery,
  payload: json(komgaPage('KomgaReadListDto', KomgaReadListDto)),
})

export const komgaCreateReadList = route({
  ...all,
  id: 'komga_create_readlist',
  method: 'post',
  path: `${AT}/readlists`,
  summary: 'Create a reading list',
  access: 'readlists-write',
  body: z.object({
    name: Name,
    summary: z.string().max(20_000).optional(),
    ordered: z.boolean().optional(),
    bookIds: Ids,
  }),
  payload: json(KomgaReadListDto),
  errors: [404, 409],
})

export const komgaGetReadList = route({
  ...readList,
  id: 'komga_get_readlist',
  method: 'get',
  path: `${AT}/readlists/{read_list_id}`,
  summary: 'One reading list',
  access: 'readlists-read',
  payload: json(KomgaReadListDto),
})

export const komgaUpdateReadList = route({
  ...readList,
  id: 'komga_update_readlist',
  method: 'patch',
  path: `${AT}/readlists/{read_list_id}`,
  summary: 'Rename a reading list, or change its members and their order',
  access: 'readlists-write',
  body: z.object({
    name: Name.nullish(),
    summary: z.string().max(20_000).nullish(),
    ordered: z.boolean().nullish(),
    bookIds: Ids.nullish(),
  }),
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

export const komgaDeleteReadList = route({
  ...readList,
  id: 'komga_delete_readlist',
  method: 'delete',
  path: `${AT}/readlists/{read_list_id}`,
  summary: 'Delete a reading list',
  access: 'readlists-delete',
  status: 204,
  payload: nothing,
})

export const komgaGetReadListBooks = route({
  ...readList,
  id: 'komga_get_readlist_books',
  method: 'get',
  path: `${AT}/readlists/{read_list_id}/books`,
  summary: 'The books of a reading list',
  access: 'readlists-read',
  query: KomgaBooksQuery,
  payload: KOMGA_BOOK_PAGE,
})

export const komgaGetReadListThumbnail = route({
  ...readList,
  id: 'komga_get_readlist_thumbnail',
  method: 'get',
  path: `${AT}/readlists/{read_list_id}/thumbnail`,
  summary: 'The cover of its first book',
  access: 'readlists-read',
  payload: JPEG,
  also: [304],
})

const neighbour = {
  ...all,
  params: KomgaListedBookParams,
  method: 'get',
  access: 'readlists-read',
  payload: json(KomgaBookDto),
  errors: [404],
} as const

export const komgaGetListedNext = route({
  ...neighbour,
  id: 'komga_get_readlist_next_book',
  path: `${AT}/readlists/{read_list_id}/books/{book_id}/next`,
  summary: 'The next book of a reading list; 404 at its end',
})

export const komgaGetListedPrevious = route({
  ...neighbour,
  id: 'komga_get_readlist_previous_book',
  path: `${AT}/readlists/{read_list_id}/books/{book_id}/previous`,
  summary: 'The book before it in a reading list; 404 at its beginning',
})

export const komgaGetBookReadLists = route({
  ...all,
  params: KomgaBookParams,
  id: 'komga_get_book_readlists',
  method: 'get',
  path: `${AT}/books/{book_id}/readlists`,
  summary: 'Reading lists that contain a book',
  access: 'readlists-read',
  payload: json(z.array(KomgaReadListDto)),
  errors: [404],
})
