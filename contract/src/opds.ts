import { z } from 'zod'
import { Uuid } from './ids'
import { bytes, route } from './route'

const atom = bytes('application/atom+xml')
const Paged = z.object({
  page: z.coerce.number().int().min(0).default(1),
  pageSize: z.coerce.number().int().min(0).default(50),
})

/** OPDS 1.2 starts here; `/opds` answers the same. */
export const opdsCatalog = route({
  id: 'root_catalog',
  method: 'get',
  path: '/opds/v1/catalog',
  tag: 'OPDS',
  summary: 'The start of the OPDS 1.2 catalogue',
  access: 'series-read',
  status: 200,
  payload: atom,
})

export const opdsLibraries = route({
  id: 'opds_list_libraries',
  method: 'get',
  path: '/opds/v1/libraries',
  tag: 'OPDS',
  summary: 'Libraries as navigation entries',
  access: 'libraries-read',
  status: 200,
  payload: atom,
})

export const opdsLibrarySeries = route({
  id: 'opds_library_series',
  method: 'get',
  path: '/opds/v1/libraries/{library_id}',
  tag: 'OPDS',
  summary: 'Series of a library as navigation entries',
  access: 'series-read',
  params: z.object({ library_id: Uuid }),
  query: Paged,
  status: 200,
  payload: atom,
  errors: [404],
})

export const opdsSeriesBooks = route({
  id: 'opds_series_books',
  method: 'get',
  path: '/opds/v1/series/{series_id}',
  tag: 'OPDS',
  summary: 'Books of a series with their downloads',
  access: 'books-read',
  params: z.object({ series_id: Uuid }),
  query: Paged,
  status: 200,
  payload: atom,
  errors: [404],
})

export const opdsRecent = route({
  id: 'opds_recent_books',
  method: 'get',
  path: '/opds/v1/recent',
  tag: 'OPDS',
  summary: 'The newest books with their downloads',
  access: 'books-read',
  query: Paged,
  status: 200,
  payload: atom,
})

export const opdsSearchDescription = route({
  id: 'opds_opensearch_descriptor',
  method: 'get',
  path: '/opds/v1/search.xml',
  tag: 'OPDS',
  summary: 'How to search, as an OpenSearch description',
  access: 'login',
  status: 200,
  payload: bytes('application/opensearchdescription+xml'),
})

export const opdsSearch = route({
  id: 'opds_search',
  method: 'get',
  path: '/opds/v1/search',
  tag: 'OPDS',
  summary: 'Series and books whose title holds the words',
  access: 'series-read',
  query: z.object({ q: z.string().trim().min(1).max(500) }),
  status: 200,
  payload: atom,
})
