import * as contract from '@octavo/contract/opds'
import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import * as reference from '@octavo/contract/opds-reference'
import { type CoverDeps, coverAnswers } from '../../features/catalogue/covers'
import { fileAnswer, type PageDeps, pageAnswer } from '../../features/catalogue/pages'
import type { Binder, Call } from '../../http/bind'
import type { ReplyCache } from '../../http/reply-cache'
import { notFound } from '../../kernel/app-error'
import type { Choice, Page, ShelfName, ShelfOf } from '../read-model'
import { createAddresses } from './addresses'
import { type Feed, feedDocument } from './feed'
import {
  catalogFeed,
  curatedListsFeed,
  type FeedCall,
  librariesFeed,
  namesFeed,
  presetsFeed,
  searchFeed,
  shelfFeed,
} from './feeds'
import { pagesFeed } from './pages-feed'
import { searchDescription } from './search-description'

export interface Opds1Deps extends PageDeps, CoverDeps {
  readonly replies: ReplyCache
  /** Configured address of the server: its path precedes every link. */
  readonly baseUrl: string | null
  /** The current name of the server. */
  readonly serverName: () => string
}

const DECIDING = ['pages-read', 'books-read', 'series-read', 'libraries-read', 'system-admin'] as const

/** OPDS 1.2 with page streaming: feeds, covers, pages and files for reading apps. */
export function opds1Routes(binder: Binder, deps: Opds1Deps): void {
  const addresses = createAddresses(deps.baseUrl)
  const { reader } = deps

  type AnyCall = Call<unknown, unknown, unknown>
  const send = (call: AnyCall, make: (asked: FeedCall) => Promise<Feed>, moment = '') => {
    const { viewer, url } = call
    const streaming = viewer.permissions.has('pages-read')
    // Permissions of a key decide which feeds and saved filters are listed.
    const may = DECIDING.filter(permission => viewer.permissions.has(permission))
    // The server's name is not part of a revision: another process may see a change later.
    const serverName = deps.serverName()
    const question = `${url.pathname}${url.search}|${may}${moment}|${serverName}`
    return deps.replies.reply(call, question, async () => {
      const feed = await make({ reader, viewer, addresses, streaming, serverName })
      const mediaType = `${OPDS_MEDIA_TYPES[feed.kind]};charset=utf-8`
      return { body: feedDocument(feed, addresses, serverName), mediaType }
    })
  }
  const shelf = (call: Call<unknown, Page & Choice, unknown>, name: ShelfName | ShelfOf, moment?: string) => {
    const { page, pageSize, ...choice } = call.query
    return send(call, asked => shelfFeed(asked, name, { page, pageSize }, choice), moment)
  }
  // Dates of a filter or rule may be relative, to the minute: a minute later it is another query.
  const minute = () => `|${Math.floor(Date.now() / 60_000)}`

  for (const route of [contract.opdsCatalog, contract.opdsRoot, contract.opds1Root]) {
    binder.bind(route, call => send(call, catalogFeed))
  }
  binder.bind(contract.opdsKeepReading, call => shelf(call, 'keep-reading'))
  binder.bind(contract.opdsOnDeck, call => shelf(call, 'on-deck'))
  binder.bind(contract.opdsNewSeries, call => shelf(call, 'new-series'))
  binder.bind(contract.opdsUpdatedSeries, call => shelf(call, 'updated-series'))
  binder.bind(contract.opdsAllSeries, call => shelf(call, 'all-series'))
  binder.bind(contract.opdsWantToRead, call => shelf(call, 'want-to-read'))
  binder.bind(contract.opdsPresets, call => send(call, asked => presetsFeed(asked, call.query)))
  binder.bind(contract.opdsPreset, call => shelf(call, { of: 'saved-filter', id: call.params.preset_id }, minute()))
  binder.bind(contract.opdsNames, call => send(call, asked => namesFeed(asked, call.params.kind, call.query)))
  binder.bind(contract.opdsName, call => shelf(call, { of: call.params.kind, id: call.params.facet_id }))

  for (const route of [contract.opdsRecent, reference.recentBooks]) binder.bind(route, call => shelf(call, 'new-books'))
  for (const route of [contract.opdsLibraries, reference.listLibraries]) {
    binder.bind(route, call => send(call, librariesFeed))
  }
  for (const route of [contract.opdsLibrarySeries, reference.librarySeries]) {
    binder.bind(route, call => shelf(call, { of: 'library', id: call.params.library_id }))
  }
  for (const route of [contract.opdsSeriesBooks, reference.seriesBooks]) {
    binder.bind(route, call => shelf(call, { of: 'series', id: call.params.series_id }))
  }
  for (const route of [contract.opdsCollections, reference.listCollections]) {
    binder.bind(route, call => send(call, asked => curatedListsFeed(asked, 'collection', call.query)))
  }
  for (const route of [contract.opdsCollection, reference.collectionSeries]) {
    binder.bind(route, call => shelf(call, { of: 'collection', id: call.params.collection_id }, minute()))
  }
  for (const route of [contract.opdsReadLists, reference.listReadLists]) {
    binder.bind(route, call => send(call, asked => curatedListsFeed(asked, 'read-list', call.query)))
  }
  for (const route of [contract.opdsReadList, reference.readListBooks]) {
    binder.bind(route, call => shelf(call, { of: 'read-list', id: call.params.read_list_id }, minute()))
  }
  for (const route of [contract.opdsSearch, reference.search]) {
    binder.bind(route, call => send(call, asked => searchFeed(asked, call.query.q)))
  }
  for (const route of [contract.opdsSearchDescription, reference.searchDescription]) {
    binder.bind(route, () => {
      const mediaType = `${OPDS_MEDIA_TYPES.search};charset=utf-8`
      const headers = { 'Content-Type': mediaType, 'Cache-Control': 'private, no-cache' }
      return new Response(searchDescription(addresses, deps.serverName()), { headers })
    })
  }
  for (const route of [contract.opdsBookPages, reference.bookPages]) {
    binder.bind(route, call => send(call, asked => pagesFeed(asked, call.params.book_id, call.query)))
  }

  const page = (call: Call<{ book_id: string; page_number: number }, PageAsked, unknown>) => {
    const { book_id: bookId, page_number: number } = call.params
    if (number === 0 && !call.query.zero_based) throw notFound('Page')
    const { width, v: version } = call.query
    return { bookId, number: call.query.zero_based ? number + 1 : number, width, version, convert: 'jpeg' } as const
  }
  for (const route of [contract.opdsBookPage, reference.bookPage]) {
    binder.bind(route, call => pageAnswer(deps, call, page(call)))
  }

  binder.bind(contract.opdsBookThumbnail, call =>
    coverAnswers.bookCoverAnswer(deps, call, { id: call.params.book_id, ...coverForm(call.query) }),
  )
  binder.bind(contract.opdsSeriesThumbnail, call =>
    coverAnswers.seriesCoverAnswer(deps, call, { id: call.params.series_id, ...coverForm(call.query) }),
  )
  binder.bind(contract.opdsBookFile, call => fileAnswer(deps, call, call.params.book_id))
}

interface PageAsked {
  readonly width?: number | undefined
  readonly v?: string | undefined
  readonly zero_based: boolean
}

function coverForm({ width, v: version }: { readonly width?: number | undefined; readonly v?: string | undefined }) {
  return { version, width, format: 'jpeg' } as const
}
