import { BookParams, SearchWords } from './feed'
import { numeral } from './ids'
import * as opds1 from './opds'
import { Progression } from './publication'
import { bytes, nothing, route } from './route'
import * as z from './zod'

/** Media types: OPDS 2.0, OPDS Authentication 1.0 and Readium. */
export const OPDS2_MEDIA_TYPES = {
  feed: 'application/opds+json',
  publication: 'application/opds-publication+json',
  authentication: 'application/opds-authentication+json',
  webpub: 'application/webpub+json',
  divina: 'application/divina+json',
  progression: 'application/vnd.readium.progression+json',
  positions: 'application/vnd.readium.position-list+json',
} as const
const { feed: FEED, publication, authentication, webpub, divina, progression, positions } = OPDS2_MEDIA_TYPES

const feed = {
  method: 'get',
  tag: 'OPDS 2.0',
  errorForm: 'problem',
  status: 200,
  payload: bytes(FEED),
  also: [304],
} as const
const found = { ...feed, errors: [404] } as const

/** Start of OPDS 2.0. */
export const opds2Root = route({
  ...{ ...feed, id: 'opds2_root', path: '/opds/v2' },
  summary: 'The start of the OPDS 2.0 catalogue',
  access: 'series-read',
})

// Shelves are those of OPDS 1.2, with the same access, parameters and choices, in another form.
export const opds2KeepReading = route({
  ...{ ...opds1.opdsKeepReading, ...feed },
  ...{ id: 'opds2_keep_reading', path: '/opds/v2/keep-reading' },
  summary: 'Books that the caller is reading',
})
export const opds2OnDeck = route({
  ...{ ...opds1.opdsOnDeck, ...feed },
  ...{ id: 'opds2_on_deck', path: '/opds/v2/on-deck' },
  summary: 'The next book of each series the caller follows',
})
export const opds2Recent = route({
  ...{ ...opds1.opdsRecent, ...feed },
  ...{ id: 'opds2_recent', path: '/opds/v2/recent' },
  summary: 'The newest books',
})
export const opds2NewSeries = route({
  ...{ ...opds1.opdsNewSeries, ...feed },
  ...{ id: 'opds2_new_series', path: '/opds/v2/new-series' },
  summary: 'The newest series',
})
export const opds2UpdatedSeries = route({
  ...{ ...opds1.opdsUpdatedSeries, ...feed },
  ...{ id: 'opds2_updated_series', path: '/opds/v2/updated-series' },
  summary: 'Recently updated series',
})
export const opds2AllSeries = route({
  ...{ ...opds1.opdsAllSeries, ...feed },
  ...{ id: 'opds2_series', path: '/opds/v2/series' },
  summary: 'All series',
})
export const opds2WantToRead = route({
  ...{ ...opds1.opdsWantToRead, ...feed },
  ...{ id: 'opds2_want_to_read', path: '/opds/v2/want-to-read' },
  summary: "Series and books in the caller's queue",
})
export const opds2Libraries = route({
  ...{ ...opds1.opdsLibraries, ...feed },
  ...{ id: 'opds2_libraries', path: '/opds/v2/libraries' },
  summary: 'Libraries',
})
export const opds2Library = route({
  ...{ ...opds1.opdsLibrarySeries, ...feed },
  ...{ id: 'opds2_library_series', path: '/opds/v2/libraries/{library_id}' },
  summary: 'Series of a library',
})
export const opds2SeriesBooks = route({
  ...{ ...opds1.opdsSeriesBooks, ...feed },
  ...{ id: 'opds2_series_books', path: '/opds/v2/series/{series_id}' },
  summary: 'Books of a series',
})
export const opds2Collections = route({
  ...{ ...opds1.opdsCollections, ...feed },
  ...{ id: 'opds2_list_collections', path: '/opds/v2/collections' },
  summary: 'Collections of series',
})
export const opds2Collection = route({
  ...{ ...opds1.opdsCollection, ...feed },
  ...{ id: 'opds2_collection_series', path: '/opds/v2/collections/{collection_id}' },
  summary: 'Series of a collection',
})
export const opds2ReadLists = route({
  ...{ ...opds1.opdsReadLists, ...feed },
  ...{ id: 'opds2_list_readlists', path: '/opds/v2/readlists' },
  summary: 'Reading lists',
})
export const opds2ReadList = route({
  ...{ ...opds1.opdsReadList, ...feed },
  ...{ id: 'opds2_readlist_books', path: '/opds/v2/readlists/{read_list_id}' },
  summary: 'Books of a reading list',
})
export const opds2Presets = route({
  ...{ ...opds1.opdsPresets, ...feed },
  ...{ id: 'opds2_presets', path: '/opds/v2/presets' },
  summary: 'Saved filters of the caller and those shared by others',
})
export const opds2Preset = route({
  ...{ ...opds1.opdsPreset, ...feed },
  ...{ id: 'opds2_preset', path: '/opds/v2/presets/{preset_id}' },
  summary: 'Results of a saved filter: series or books',
})
export const opds2Names = route({
  ...{ ...opds1.opdsNames, ...feed },
  ...{ id: 'opds2_names', path: '/opds/v2/names/{kind}' },
  summary: 'Genres, tags, people or publishers',
})
export const opds2Name = route({
  ...{ ...opds1.opdsName, ...feed },
  ...{ id: 'opds2_name', path: '/opds/v2/names/{kind}/{facet_id}' },
  summary: 'Series that have a genre, tag, person or publisher',
})
export const opds2Search = route({
  ...{ ...feed, id: 'opds2_search', path: '/opds/v2/search' },
  summary: 'Search series and books',
  access: 'series-read',
  query: z.object({ query: SearchWords }),
})

/** Without sign-in. */
export const opds2Authentication = route({
  ...{
    id: 'opds2_authentication',
    method: 'get',
    path: '/opds/v2/authentication',
    tag: 'OPDS 2.0',
    errorForm: 'problem',
  },
  summary: 'How to sign in, as an authentication document',
  access: 'public',
  status: 200,
  payload: bytes(authentication),
})

export const opds2Publication = route({
  ...{ ...found, id: 'opds2_publication', path: '/opds/v2/books/{book_id}' },
  summary: 'One book as a publication',
  access: 'books-read',
  params: BookParams,
  payload: bytes(publication),
})
export const opds2Manifest = route({
  ...{
    id: 'opds2_manifest',
    method: 'get',
    path: '/opds/v2/books/{book_id}/manifest',
    tag: 'OPDS 2.0',
    errorForm: 'problem',
  },
  summary: 'The Readium manifest of a book: of an EPUB its parts, of comics and PDF their pages',
  access: 'pages-read',
  params: BookParams,
  status: 200,
  payload: bytes(webpub, divina),
  also: [304],
  errors: [404, 422],
})
export const opds2Positions = route({
  ...{
    id: 'opds2_positions',
    method: 'get',
    path: '/opds/v2/books/{book_id}/positions',
    tag: 'OPDS 2.0',
    errorForm: 'problem',
  },
  summary: 'The positions of a book, evenly spread over its text or its pages',
  access: 'pages-read',
  params: BookParams,
  status: 200,
  payload: bytes(positions),
  also: [304],
  errors: [404, 422],
})
export const opds2Resource = route({
  ...{
    id: 'opds2_resource',
    method: 'get',
    path: '/opds/v2/books/{book_id}/resource/{path*}',
    tag: 'OPDS 2.0',
    errorForm: 'problem',
  },
  summary: 'One part of an EPUB',
  access: 'pages-read',
  params: BookParams.extend({ path: z.string().min(1).max(4096) }),
  status: 200,
  payload: bytes('application/octet-stream'),
  also: [304],
  errors: [404, 422],
})
export const opds2Page = route({
  ...{
    id: 'opds2_page',
    method: 'get',
    path: '/opds/v2/books/{book_id}/pages/{page_number}',
    tag: 'OPDS 2.0',
    errorForm: 'problem',
  },
  summary: 'One page as an image, 1-based',
  access: 'pages-read',
  params: BookParams.extend({ page_number: numeral(z.int().min(1).max(2_147_483_646)) }),
  query: z.object({
    convert: z.enum(['jpeg']).optional(),
    width: numeral(z.int().min(1).max(2_147_483_647)).optional(),
    v: z.string().max(100).optional(),
  }),
  status: 200,
  payload: bytes('image/*'),
  also: [304],
  errors: [404, 422],
})
export const opds2GetProgression = route({
  ...{
    id: 'opds2_get_progression',
    method: 'get',
    path: '/opds/v2/books/{book_id}/progression',
    tag: 'OPDS 2.0',
    errorForm: 'problem',
  },
  summary: "The caller's place in a book as a Readium locator; 204 when there is none",
  access: 'progress-read',
  params: BookParams,
  status: 200,
  payload: bytes(progression),
  also: [204],
  errors: [404],
})
export const opds2PutProgression = route({
  ...{
    id: 'opds2_put_progression',
    method: 'put',
    path: '/opds/v2/books/{book_id}/progression',
    tag: 'OPDS 2.0',
    errorForm: 'problem',
  },
  summary: 'Save the place in a book; 409 when a later one is known',
  access: 'progress-write',
  params: BookParams,
  body: Progression,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})
