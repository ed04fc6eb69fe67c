import {
  BookParams,
  ChosenPage,
  CollectionParams,
  FeedPage,
  LibraryParams,
  NameParams,
  NamesParams,
  PresetParams,
  ReadListParams,
  SearchWords,
  SeriesParams,
} from './feed'
import { numeral } from './ids'
import { sizeQuery } from './paging'
import { bytes, route } from './route'
import * as z from './zod'

/** Media types of feeds: RFC 4287 with the parameters of OPDS 1.2, section 2. */
export const OPDS_MEDIA_TYPES = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
  search: 'application/opensearchdescription+xml',
} as const

const atom = {
  method: 'get',
  tag: 'OPDS',
  errorForm: 'feed',
  status: 200,
  payload: bytes('application/atom+xml'),
  also: [304],
} as const
const found = { ...atom, errors: [404] } as const
const Version = z.object({ v: z.string().max(100).optional() })

/** Start of OPDS 1.2. */
export const opdsCatalog = route({
  ...atom,
  id: 'opds1_catalog',
  path: '/opds/v1/catalog',
  summary: 'The start of the OPDS 1.2 catalogue',
  access: 'series-read',
})

/** The same answer, not a redirect: KOReader sends HEAD here and does not follow redirects. */
export const opdsRoot = route({ ...opdsCatalog, id: 'root_catalog', path: '/opds' })
export const opds1Root = route({ ...opdsCatalog, id: 'opds1_root', path: '/opds/v1' })

const books = { access: 'books-read', query: ChosenPage } as const
const series = { access: 'series-read', query: ChosenPage } as const

export const opdsKeepReading = route({
  ...{ ...atom, ...books, id: 'opds1_keep_reading', path: '/opds/v1/keep-reading' },
  summary: 'Books that the caller is reading, with their downloads',
})
export const opdsOnDeck = route({
  ...{ ...atom, ...books, id: 'opds1_on_deck', path: '/opds/v1/on-deck' },
  summary: 'The next book of each series the caller follows, with its downloads',
})
export const opdsRecent = route({
  ...{ ...atom, ...books, id: 'opds1_recent', path: '/opds/v1/recent' },
  summary: 'The newest books with their downloads',
})
export const opdsNewSeries = route({
  ...{ ...atom, ...series, id: 'opds1_new_series', path: '/opds/v1/new-series' },
  summary: 'The newest series as navigation entries',
})
export const opdsUpdatedSeries = route({
  ...{ ...atom, ...series, id: 'opds1_updated_series', path: '/opds/v1/updated-series' },
  summary: 'Recently updated series, as navigation entries',
})
export const opdsAllSeries = route({
  ...{ ...atom, ...series, id: 'opds1_series', path: '/opds/v1/series' },
  summary: 'All series as navigation entries',
})
export const opdsWantToRead = route({
  ...{ ...atom, access: 'books-read', query: FeedPage, id: 'opds1_want_to_read', path: '/opds/v1/want-to-read' },
  summary: "Series and books in the caller's queue",
})

export const opdsLibraries = route({
  ...{ ...atom, id: 'opds1_libraries', path: '/opds/v1/libraries' },
  summary: 'Libraries as navigation entries',
  access: 'libraries-read',
})
export const opdsLibrarySeries = route({
  ...{ ...found, ...series, id: 'opds1_library', path: '/opds/v1/libraries/{library_id}' },
  summary: 'Series of a library as navigation entries',
  params: LibraryParams,
})
export const opdsSeriesBooks = route({
  ...{ ...found, ...books, id: 'opds1_series_books', path: '/opds/v1/series/{series_id}' },
  summary: 'Books of a series with their downloads',
  params: SeriesParams,
})
export const opdsCollections = route({
  ...{ ...atom, id: 'opds1_collections', path: '/opds/v1/collections' },
  summary: 'Collections of series as navigation entries',
  access: 'collections-read',
  query: FeedPage,
})
export const opdsCollection = route({
  ...{ ...found, ...series, id: 'opds1_collection', path: '/opds/v1/collections/{collection_id}' },
  access: 'collections-read',
  summary: 'Series of a collection as navigation entries',
  params: CollectionParams,
})
export const opdsReadLists = route({
  ...{ ...atom, id: 'opds1_read_lists', path: '/opds/v1/readlists' },
  summary: 'Reading lists as navigation entries',
  access: 'readlists-read',
  query: FeedPage,
})
export const opdsReadList = route({
  ...{ ...found, ...books, id: 'opds1_read_list', path: '/opds/v1/readlists/{read_list_id}' },
  access: 'readlists-read',
  summary: 'Books of a reading list with their downloads',
  params: ReadListParams,
})
export const opdsPresets = route({
  ...{ ...atom, id: 'opds1_presets', path: '/opds/v1/presets' },
  summary: 'Saved filters of the caller and those shared by others',
  access: 'series-read',
  query: FeedPage,
})
export const opdsPreset = route({
  ...{ ...found, ...series, id: 'opds1_preset', path: '/opds/v1/presets/{preset_id}' },
  summary: 'Results of a saved filter: series, or books with their downloads',
  params: PresetParams,
})
export const opdsNames = route({
  ...{ ...atom, id: 'opds1_names', path: '/opds/v1/names/{kind}' },
  summary: 'Genres, tags, people or publishers as navigation entries',
  access: 'series-read',
  params: NamesParams,
  query: FeedPage,
})
export const opdsName = route({
  ...{ ...found, ...series, id: 'opds1_name', path: '/opds/v1/names/{kind}/{facet_id}' },
  summary: 'Series that have a genre, tag, person or publisher, as navigation entries',
  params: NameParams,
})

export const opdsSearchDescription = route({
  ...{ id: 'opds1_search_description', method: 'get', path: '/opds/v1/search.xml', tag: 'OPDS', errorForm: 'feed' },
  summary: 'How to search, as an OpenSearch description',
  access: 'login',
  scope: 'series-read',
  status: 200,
  payload: bytes(OPDS_MEDIA_TYPES.search),
})
export const opdsSearch = route({
  ...{ ...atom, id: 'opds1_search', path: '/opds/v1/search' },
  summary: 'Search series and books',
  access: 'series-read',
  query: z.object({ q: SearchWords }),
})

/** An app that does not fill in the template's optional width sends its name. */
const MaxWidth = z.preprocess(
  value => (value === '{maxWidth}' || value === '' ? undefined : value),
  numeral(z.int().min(1).max(2_147_483_647)).optional(),
)
const PageParams = BookParams.extend({ page_number: numeral(z.int().min(0).max(2_147_483_646)) })

/** Pages of a book per feed at most; also the default page size. */
const MOST_PAGES = 500

export const opdsBookPages = route({
  ...{ ...found, id: 'opds1_book_pages', path: '/opds/v1/books/{book_id}/pages' },
  summary: 'The pages of a book, an entry each',
  access: 'pages-read',
  params: BookParams,
  query: z.object({ page: FeedPage.shape.page, pageSize: sizeQuery(MOST_PAGES, MOST_PAGES) }),
})

/** Below `/opds` like the feeds, so that reading apps send the same credentials. */
export const opdsBookPage = route({
  ...{
    id: 'opds1_book_page',
    method: 'get',
    path: '/opds/v1/books/{book_id}/pages/{page_number}',
    tag: 'OPDS',
    errorForm: 'feed',
  },
  summary: 'One page as a JPEG: 1-based, or 0-based as in the page streaming template',
  access: 'pages-read',
  params: PageParams,
  query: Version.extend({ zero_based: z.stringbool().default(false), width: MaxWidth }),
  status: 200,
  payload: bytes('image/*'),
  also: [304],
  errors: [404, 422],
})

const image = {
  method: 'get',
  tag: 'OPDS',
  errorForm: 'feed',
  status: 200,
  payload: bytes('image/jpeg'),
  also: [304],
  errors: [404],
} as const
const Cover = Version.extend({ width: MaxWidth })

export const opdsBookThumbnail = route({
  ...{ ...image, id: 'opds1_book_thumbnail', path: '/opds/v1/books/{book_id}/thumbnail' },
  summary: 'The cover of a book as a JPEG, at most 400 pixels on its longer side or as wide as requested',
  access: 'books-read',
  params: BookParams,
  query: Cover,
})
export const opdsSeriesThumbnail = route({
  ...{ ...image, id: 'opds1_series_thumbnail', path: '/opds/v1/series/{series_id}/thumbnail' },
  summary: 'The cover of a series as a JPEG, at most 400 pixels on its longer side or as wide as requested',
  access: 'series-read',
  params: SeriesParams,
  query: Cover,
})

export const opdsBookFile = route({
  ...{ id: 'opds1_book_file', method: 'get', path: '/opds/v1/books/{book_id}/file', tag: 'OPDS', errorForm: 'feed' },
  summary: 'The file itself, whole or a range of it',
  access: 'books-read',
  params: BookParams,
  status: 200,
  payload: bytes('application/zip', 'application/x-rar-compressed', 'application/epub+zip', 'application/pdf'),
  also: [206, 304],
  errors: [404, 416],
})
