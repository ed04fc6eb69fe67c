import { z } from 'zod'
import { numeral, Uuid } from './ids'
import { DEFAULT_PAGE_SIZE, PageQuery, sizeQuery } from './paging'
import { bytes, route } from './route'

/** What the feeds are sent as: RFC 4287 with the parameters of OPDS 1.2, section 2. */
export const OPDS_MEDIA_TYPES = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
  search: 'application/opensearchdescription+xml',
} as const

/** Entries of one page of a feed at most: reading apps are small machines. */
const LARGEST_PAGE = 100

const atom = bytes('application/atom+xml')
const Paged = z.object({
  page: PageQuery.shape.page,
  pageSize: sizeQuery(DEFAULT_PAGE_SIZE, LARGEST_PAGE),
})
const Version = z.object({ v: z.string().max(100).optional() })
const BookParams = z.object({ book_id: Uuid })
const SeriesParams = z.object({ series_id: Uuid })

/** OPDS 1.2 starts here. */
export const opdsCatalog = route({
  id: 'root_catalog',
  method: 'get',
  path: '/opds/v1/catalog',
  tag: 'OPDS',
  summary: 'The start of the OPDS 1.2 catalogue',
  access: 'series-read',
  status: 200,
  payload: atom,
  also: [304],
})

/** The same answer, not a redirect: KOReader asks here by HEAD and follows none. */
export const opdsRoot = route({ ...opdsCatalog, id: 'opds_root', path: '/opds' })

export const opdsLibraries = route({
  id: 'opds_list_libraries',
  method: 'get',
  path: '/opds/v1/libraries',
  tag: 'OPDS',
  summary: 'Libraries as navigation entries',
  access: 'libraries-read',
  status: 200,
  payload: atom,
  also: [304],
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
  also: [304],
  errors: [404],
})

export const opdsSeriesBooks = route({
  id: 'opds_series_books',
  method: 'get',
  path: '/opds/v1/series/{series_id}',
  tag: 'OPDS',
  summary: 'Books of a series with their downloads',
  access: 'books-read',
  params: SeriesParams,
  query: Paged,
  status: 200,
  payload: atom,
  also: [304],
  errors: [404],
})

function shelf(id: string, path: string, summary: string) {
  return route({
    id,
    method: 'get',
    path,
    tag: 'OPDS',
    summary,
    access: 'books-read',
    query: Paged,
    status: 200,
    payload: atom,
    also: [304],
  })
}

export const opdsRecent = shelf('opds_recent_books', '/opds/v1/recent', 'The newest books with their downloads')

export const opdsKeepReading = shelf(
  'opds_keep_reading',
  '/opds/v1/keep-reading',
  'Books the caller has begun, with their downloads',
)

export const opdsOnDeck = shelf(
  'opds_on_deck',
  '/opds/v1/on-deck',
  'The next book of each series the caller follows, with its downloads',
)

export const opdsPresets = route({
  id: 'opds_list_presets',
  method: 'get',
  path: '/opds/v1/presets',
  tag: 'OPDS',
  summary: 'Saved filters of the caller and those shared by others',
  access: 'series-read',
  status: 200,
  payload: atom,
  also: [304],
})

export const opdsPreset = route({
  id: 'opds_preset',
  method: 'get',
  path: '/opds/v1/presets/{preset_id}',
  tag: 'OPDS',
  summary: 'What a saved filter finds: series, or books with their downloads',
  access: 'series-read',
  params: z.object({ preset_id: Uuid }),
  query: Paged,
  status: 200,
  payload: atom,
  also: [304],
  errors: [404],
})

export const opdsSearchDescription = route({
  id: 'opds_opensearch_descriptor',
  method: 'get',
  path: '/opds/v1/search.xml',
  tag: 'OPDS',
  summary: 'How to search, as an OpenSearch description',
  access: 'login',
  scope: 'series-read',
  status: 200,
  payload: bytes(OPDS_MEDIA_TYPES.search),
})

export const opdsSearch = route({
  id: 'opds_search',
  method: 'get',
  path: '/opds/v1/search',
  tag: 'OPDS',
  summary: 'Series and books whose title contains the words',
  access: 'series-read',
  query: z.object({ q: z.string().trim().min(1).max(500) }),
  status: 200,
  payload: atom,
  also: [304],
})

/** A reader that does not fill in the template's optional width leaves its name there. */
const MaxWidth = z.preprocess(
  value => (value === '{maxWidth}' || value === '' ? undefined : value),
  numeral(z.int().min(1).max(2_147_483_647)).optional(),
)

/** Below `/opds` like the feeds, so that reading apps send the same credentials. */
export const opdsBookPage = route({
  id: 'opds_book_page_image',
  method: 'get',
  path: '/opds/v1/books/{book_id}/pages/{page_number}',
  tag: 'OPDS',
  summary: 'One page as an image: 1-based, or 0-based as in the page streaming template',
  access: 'pages-read',
  params: BookParams.extend({ page_number: numeral(z.int().min(0).max(2_147_483_646)) }),
  query: Version.extend({ zero_based: z.stringbool().default(false), width: MaxWidth }),
  status: 200,
  payload: bytes('image/*'),
  also: [304],
  errors: [404, 422],
})

export const opdsBookThumbnail = route({
  id: 'opds_book_thumbnail',
  method: 'get',
  path: '/opds/v1/books/{book_id}/thumbnail',
  tag: 'OPDS',
  summary: 'The cover of a book, at most 400 pixels on its longer side',
  access: 'books-read',
  params: BookParams,
  query: Version,
  status: 200,
  payload: bytes('image/jpeg'),
  also: [304],
  errors: [404],
})

export const opdsSeriesThumbnail = route({
  id: 'opds_series_thumbnail',
  method: 'get',
  path: '/opds/v1/series/{series_id}/thumbnail',
  tag: 'OPDS',
  summary: 'The cover of a series, at most 400 pixels on its longer side',
  access: 'series-read',
  params: SeriesParams,
  query: Version,
  status: 200,
  payload: bytes('image/jpeg'),
  also: [304],
  errors: [404],
})

export const opdsBookFile = route({
  id: 'opds_book_file',
  method: 'get',
  path: '/opds/v1/books/{book_id}/file',
  tag: 'OPDS',
  summary: 'The file itself, whole or a range of it',
  access: 'books-read',
  params: BookParams,
  status: 200,
  payload: bytes('application/zip', 'application/x-rar-compressed', 'application/epub+zip', 'application/pdf'),
  also: [206, 304],
  errors: [404, 416],
})
