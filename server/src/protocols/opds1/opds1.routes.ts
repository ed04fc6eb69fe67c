import {
  OPDS_MEDIA_TYPES,
  opdsBookFile,
  opdsBookPage,
  opdsBookThumbnail,
  opdsCatalog,
  opdsKeepReading,
  opdsLibraries,
  opdsLibrarySeries,
  opdsOnDeck,
  opdsPreset,
  opdsPresets,
  opdsRecent,
  opdsRoot,
  opdsSearch,
  opdsSearchDescription,
  opdsSeriesBooks,
  opdsSeriesThumbnail,
} from '@octavo/contract/opds'
import { type CoverDeps, coverAnswers } from '../../features/catalogue/covers'
import { fileAnswer, type PageDeps, pageAnswer } from '../../features/catalogue/pages'
import type { Binder, Call } from '../../http/bind'
import type { ReplyCache } from '../../http/reply-cache'
import { notFound } from '../../kernel/app-error'
import { createAddresses } from './addresses'
import { type Feed, feedDocument } from './feed'
import {
  catalogFeed,
  type FeedCall,
  keepReadingFeed,
  librariesFeed,
  libraryFeed,
  onDeckFeed,
  recentFeed,
  searchFeed,
  seriesFeed,
} from './feeds'
import { presetFeed, presetsFeed } from './preset-feeds'
import { searchDescription } from './search-description'

export interface Opds1Deps extends PageDeps, CoverDeps {
  readonly replies: ReplyCache
  /** Configured address of the server: its path goes before every link. */
  readonly baseUrl: string | null
  /** What the server is called now. */
  readonly serverName: () => string
}

const DECIDING = ['pages-read', 'books-read', 'series-read', 'system-admin'] as const

/** OPDS 1.2 with page streaming: feeds, covers, pages and files for reading apps. */
export function opds1Routes(binder: Binder, deps: Opds1Deps): void {
  const addresses = createAddresses(deps.baseUrl)
  const { reader } = deps

  type AnyCall = Call<unknown, unknown, unknown>
  const send = (call: AnyCall, make: (asked: FeedCall) => Promise<Feed>, moment = '') => {
    const { viewer, url } = call
    const streaming = viewer.permissions.has('pages-read')
    // What a key may do decides which feeds and saved filters are there.
    const may = DECIDING.filter(permission => viewer.permissions.has(permission))
    // The server's name is not part of a revision: another process may learn of a change later.
    const serverName = deps.serverName()
    const question = `${url.pathname}${url.search}|${may}${moment}|${serverName}`
    return deps.replies.reply(call, question, async () => {
      const feed = await make({ reader, viewer, addresses, streaming, serverName })
      const mediaType = `${OPDS_MEDIA_TYPES[feed.kind]};charset=utf-8`
      return { body: feedDocument(feed, addresses, serverName), mediaType }
    })
  }

  for (const route of [opdsCatalog, opdsRoot]) binder.bind(route, call => send(call, catalogFeed))
  binder.bind(opdsLibraries, call => send(call, librariesFeed))
  binder.bind(opdsLibrarySeries, call => send(call, asked => libraryFeed(asked, call.params.library_id, call.query)))
  binder.bind(opdsSeriesBooks, call => send(call, asked => seriesFeed(asked, call.params.series_id, call.query)))
  binder.bind(opdsRecent, call => send(call, asked => recentFeed(asked, call.query)))
  binder.bind(opdsKeepReading, call => send(call, asked => keepReadingFeed(asked, call.query)))
  binder.bind(opdsOnDeck, call => send(call, asked => onDeckFeed(asked, call.query)))
  binder.bind(opdsPresets, call => send(call, presetsFeed))
  // Dates of a filter may be counted from now, to the minute: a minute later it is another question.
  binder.bind(opdsPreset, call =>
    send(call, asked => presetFeed(asked, call.params.preset_id, call.query), `|${Math.floor(Date.now() / 60_000)}`),
  )
  binder.bind(opdsSearch, call => send(call, asked => searchFeed(asked, call.query.q)))
  binder.bind(opdsSearchDescription, () => {
    const headers = { 'Content-Type': `${OPDS_MEDIA_TYPES.search};charset=utf-8`, 'Cache-Control': 'private, no-cache' }
    return new Response(searchDescription(addresses, deps.serverName()), { headers })
  })

  binder.bind(opdsBookPage, call => {
    const { book_id: bookId, page_number: number } = call.params
    if (number === 0 && !call.query.zero_based) throw notFound('Page')
    const { width, v: version } = call.query
    return pageAnswer(deps, call, { bookId, number: call.query.zero_based ? number + 1 : number, width, version })
  })
  binder.bind(opdsBookThumbnail, call =>
    coverAnswers.bookCoverAnswer(deps, call, { id: call.params.book_id, version: call.query.v }),
  )
  binder.bind(opdsSeriesThumbnail, call =>
    coverAnswers.seriesCoverAnswer(deps, call, { id: call.params.series_id, version: call.query.v }),
  )
  binder.bind(opdsBookFile, call => fileAnswer(deps.openBooks, call, call.params.book_id))
}
