import * as contract from '@octavo/contract/opds2'
import { OPDS2_MEDIA_TYPES } from '@octavo/contract/opds2'
import type { CoverDeps } from '../../features/catalogue/covers'
import { type PageDeps, pageAnswer } from '../../features/catalogue/pages'
import { type OpenPublications, publicationParts } from '../../features/catalogue/publications'
import { places } from '../../features/reading/progress'
import type { Binder, Call } from '../../http/bind'
import { matchesEtag, notModified } from '../../http/etag'
import { ownPath } from '../../http/own-address'
import type { ReplyCache } from '../../http/reply-cache'
import { notFound } from '../../kernel/app-error'
import type { Clock } from '../../kernel/clock'
import type { Viewer } from '../../kernel/viewer'
import { type Choice, items, jsonDocument, manifests, type Page, type ShelfName, type ShelfOf } from '../read-model'
import { createAddresses } from './addresses'
import { authenticationDocument, type Served } from './authentication'
import { type Feed, feedDocument } from './feed'
import {
  curatedListsFeed,
  type FeedCall,
  librariesFeed,
  namesFeed,
  presetsFeed,
  rootFeed,
  searchFeed,
  shelfFeed,
} from './feeds'
import { publication } from './publication'

export interface Opds2Deps extends PageDeps, Served {
  readonly reader: CoverDeps['reader']
  readonly write: places.ProgressDeps['write']
  readonly clock: Clock
  readonly replies: ReplyCache
  readonly publications: OpenPublications
}

const DECIDING = [
  ...(['pages-read', 'books-read', 'series-read', 'libraries-read', 'progress-read'] as const),
  'system-admin',
] as const
const mayOf = ({ permissions }: Viewer) => ({
  readPages: permissions.has('pages-read'),
  readProgress: permissions.has('progress-read'),
})

/** OPDS 2.0: feeds, publications, Readium manifests with their parts, and places. */
export function opds2Routes(binder: Binder, deps: Opds2Deps): void {
  const { reader, replies } = deps
  const addresses = createAddresses(ownPath(deps.baseUrl))

  type AnyCall = Call<unknown, unknown, unknown>
  const answer = (call: AnyCall, mediaType: string, make: (asked: FeedCall) => Promise<object>, moment = '') => {
    const { viewer, url } = call
    // Permissions of a key decide which feeds and links are listed; the name is not part of a revision.
    const may = DECIDING.filter(permission => viewer.permissions.has(permission))
    const serverName = deps.serverName()
    const question = `${url.pathname}${url.search}|${may}${moment}|${serverName}`
    return replies.reply(call, question, async () => {
      const asked = { reader, viewer, addresses, may: mayOf(viewer), serverName }
      return { body: jsonDocument(await make(asked)), mediaType: `${mediaType};charset=utf-8` }
    })
  }
  const send = (call: AnyCall, make: (asked: FeedCall) => Promise<Feed>, moment?: string) =>
    answer(call, OPDS2_MEDIA_TYPES.feed, async asked => feedDocument(await make(asked), addresses), moment)
  const shelf = (call: Call<unknown, Page & Choice, unknown>, name: ShelfName | ShelfOf, moment?: string) => {
    const { page, pageSize, ...choice } = call.query
    return send(call, asked => shelfFeed(asked, name, { page, pageSize }, choice), moment)
  }
  // Dates of a filter or rule may be relative, to the minute: a minute later it is another query.
  const minute = () => `|${Math.floor(Date.now() / 60_000)}`

  binder.bind(contract.opds2Root, call => send(call, rootFeed))
  binder.bind(contract.opds2KeepReading, call => shelf(call, 'keep-reading'))
  binder.bind(contract.opds2OnDeck, call => shelf(call, 'on-deck'))
  binder.bind(contract.opds2Recent, call => shelf(call, 'new-books'))
  binder.bind(contract.opds2NewSeries, call => shelf(call, 'new-series'))
  binder.bind(contract.opds2UpdatedSeries, call => shelf(call, 'updated-series'))
  binder.bind(contract.opds2AllSeries, call => shelf(call, 'all-series'))
  binder.bind(contract.opds2WantToRead, call => shelf(call, 'want-to-read'))
  binder.bind(contract.opds2Libraries, call => send(call, librariesFeed))
  binder.bind(contract.opds2Library, call => shelf(call, { of: 'library', id: call.params.library_id }))
  binder.bind(contract.opds2SeriesBooks, call => shelf(call, { of: 'series', id: call.params.series_id }))
  binder.bind(contract.opds2Collections, call => send(call, asked => curatedListsFeed(asked, 'collection', call.query)))
  binder.bind(contract.opds2Collection, call =>
    shelf(call, { of: 'collection', id: call.params.collection_id }, minute()),
  )
  binder.bind(contract.opds2ReadLists, call => send(call, asked => curatedListsFeed(asked, 'read-list', call.query)))
  binder.bind(contract.opds2ReadList, call => shelf(call, { of: 'read-list', id: call.params.read_list_id }, minute()))
  binder.bind(contract.opds2Presets, call => send(call, asked => presetsFeed(asked, call.query)))
  binder.bind(contract.opds2Preset, call => shelf(call, { of: 'saved-filter', id: call.params.preset_id }, minute()))
  binder.bind(contract.opds2Names, call => send(call, asked => namesFeed(asked, call.params.kind, call.query)))
  binder.bind(contract.opds2Name, call => shelf(call, { of: call.params.kind, id: call.params.facet_id }))
  binder.bind(contract.opds2Search, call => send(call, asked => searchFeed(asked, call.query.query)))
  binder.bindPublic(contract.opds2Authentication, ({ request }) => {
    const headers = { 'Content-Type': OPDS2_MEDIA_TYPES.authentication, 'Cache-Control': 'private, no-cache' }
    return new Response(authenticationDocument(deps, request), { headers })
  })

  binder.bind(contract.opds2Publication, call =>
    answer(call, OPDS2_MEDIA_TYPES.publication, async asked =>
      publication(await items.oneBook(asked, call.params.book_id), asked.may, addresses),
    ),
  )

  /** Documents of one book: an EPUB's parts, or the pages of any other format. */
  const documents = async ({ viewer, params }: Call<{ readonly book_id: string }, unknown, unknown>) => {
    const book = await items.oneBook({ reader, viewer }, params.book_id)
    const own = addresses.book(book.id, book.cover)
    if (book.file.format === 'epub') {
      const open = await deps.publications.open(viewer, book.id)
      return { book, own, version: open.book.version, epub: open } as const
    }
    const open = await deps.openBooks.open(viewer, book.id)
    return { book, own, version: open.version, pages: open } as const
  }
  const document = (request: Request, name: string, mediaType: string, make: () => object) => {
    const headers = { ETag: `"${name}"`, 'Cache-Control': 'private, no-cache', 'Content-Type': mediaType }
    if (matchesEtag(request, headers.ETag)) return notModified(headers)
    return new Response(jsonDocument(make()), { headers })
  }
  binder.bind(contract.opds2Manifest, async call => {
    const found = await documents(call)
    const { book, own, version } = found
    const name = `${version}-${book.updatedAt}-manifest`
    return found.epub
      ? document(call.request, name, OPDS2_MEDIA_TYPES.webpub, () => manifests.epubManifest(book, found.epub, own))
      : document(call.request, name, OPDS2_MEDIA_TYPES.divina, () => manifests.pagesManifest(book, found.pages, own))
  })
  binder.bind(contract.opds2Positions, async call => {
    const found = await documents(call)
    const { own, version } = found
    return document(call.request, `${version}-positions`, OPDS2_MEDIA_TYPES.positions, () =>
      found.epub ? manifests.epubPositions(found.epub, own) : manifests.pagePositions(found.pages, own),
    )
  })
  binder.bind(contract.opds2Resource, async ({ viewer, params, request }) => {
    const { format } = await deps.openBooks.open(viewer, params.book_id)
    if (format !== 'epub') throw notFound('Part of the book')
    const open = await deps.publications.open(viewer, params.book_id)
    const member = open.members.get(params.path)
    if (!member) throw notFound('Part of the book')
    return publicationParts.memberAnswer(request, open, member, deps.failures)
  })
  binder.bind(contract.opds2Page, call => {
    const { book_id: bookId, page_number: number } = call.params
    const { width, v: version, convert } = call.query
    return pageAnswer(deps, call, { bookId, number, width, version, convert })
  })

  const hrefs = (viewer: Viewer, id: string): places.Hrefs => {
    const own = addresses.book(id, { version: null })
    return {
      part: path => own.part(publicationParts.addressOfPath(path)),
      page: number => manifests.linkOfPage(() => deps.openBooks.open(viewer, id), number, own),
    }
  }
  binder.bind(contract.opds2GetProgression, async ({ viewer, params }) => {
    const progression = await places.progressionOf(deps, viewer, params.book_id, hrefs(viewer, params.book_id))
    if (progression === null) return null
    return new Response(jsonDocument(progression), { headers: { 'Content-Type': OPDS2_MEDIA_TYPES.progression } })
  })
  binder.bind(contract.opds2PutProgression, async call => {
    await places.saveProgression(deps, call, call.params.book_id, call.body, true)
    return null
  })
}
