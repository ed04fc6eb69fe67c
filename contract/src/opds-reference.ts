import * as opds from './opds'
import { route } from './route'

// The addresses of the reference document, for existing apps: each has the same answer as the one below /opds/v1.

export const listLibraries = route({ ...opds.opdsLibraries, id: 'opds_list_libraries', path: '/opds/libraries' })
export const librarySeries = route({
  ...opds.opdsLibrarySeries,
  id: 'opds_library_series',
  path: '/opds/libraries/{library_id}',
})
export const seriesBooks = route({ ...opds.opdsSeriesBooks, id: 'opds_series_books', path: '/opds/series/{series_id}' })
export const listCollections = route({
  ...opds.opdsCollections,
  id: 'opds_list_collections',
  path: '/opds/collections',
})
export const collectionSeries = route({
  ...opds.opdsCollection,
  id: 'opds_collection_series',
  path: '/opds/collections/{collection_id}',
})
export const listReadLists = route({ ...opds.opdsReadLists, id: 'opds_list_readlists', path: '/opds/readlists' })
export const readListBooks = route({
  ...opds.opdsReadList,
  id: 'opds_readlist_books',
  path: '/opds/readlists/{read_list_id}',
})
export const recentBooks = route({ ...opds.opdsRecent, id: 'opds_recent', path: '/opds/recent' })
export const searchDescription = route({
  ...opds.opdsSearchDescription,
  id: 'opds_opensearch_descriptor',
  path: '/opds/search.xml',
})
export const search = route({ ...opds.opdsSearch, id: 'opds_search', path: '/opds/search' })
export const bookPages = route({ ...opds.opdsBookPages, id: 'opds_book_pages', path: '/opds/books/{book_id}/pages' })

export const bookPage = route({
  ...opds.opdsBookPage,
  id: 'opds_book_page_image',
  path: '/opds/books/{book_id}/pages/{page_number}',
})
