import type {
  KomgaBooksQuery,
  KomgaBooksSearch,
  KomgaPageQuery,
  KomgaSeriesQuery,
  KomgaSeriesSearch,
} from '@octavo/contract/komga-query'
import { JSON_TYPE, type ReplyCache } from '../../http/reply-cache'
import type { Viewer } from '../../kernel/viewer'
import { type Asked, type BookModel, items, type Part, type SeriesModel } from '../read-model'
import type { Condition } from './condition-fields.rules'
import { type Asked as AskedOf, askedBy, conditionsOfBody, conditionsOfQuery } from './conditions.rules'
import { bookDto, seriesDto } from './dtos'
import { pageOf, pageText } from './komga-page'
import { sortOf } from './sorts.rules'

export interface ListDeps {
  readonly reader: Asked['reader']
  readonly replies: ReplyCache
}

interface ListCall<Query> {
  readonly viewer: Viewer
  readonly request: Request
  readonly url: URL
  readonly query: Query
}

/** Scope of a list: a series, members of a list, or a shelf of the reader's. */
export interface Within {
  readonly series?: string
  /** A collection or read list. */
  readonly listId?: string
  readonly shelf?: 'on deck'
  readonly defaultSort?: string
}

type SeriesBody = KomgaSeriesSearch
type BooksBody = KomgaBooksSearch
const NOBODY = {}

/**
 * What an answer depends on besides its address: permissions that an API key may lack, and the minute, since rules of
 * collections and read lists may have relative dates.
 */
export function cacheFacts({ permissions }: Viewer, listId: string | undefined): string {
  const may = (['system-admin', 'books-read'] as const).filter(permission => permissions.has(permission))
  return `|${may}|${listId === undefined ? '' : Math.floor(Date.now() / 60_000)}`
}

/** Lists of series and books in Komga's format; repeated requests are answered from the cache. */
export function komgaLists({ reader, replies }: ListDeps) {
  async function answer<Query extends KomgaPageQuery>(
    call: ListCall<Query>,
    question: readonly [AskedOf, ...unknown[]],
    make: (asked: Asked) => Promise<string>,
  ): Promise<Response> {
    const asked = { reader, viewer: call.viewer }
    const facts = cacheFacts(call.viewer, question[0].listId)
    const address = call.url.pathname + call.url.search + facts + JSON.stringify(question)
    return replies.reply(call, address, async () => ({ body: await make(asked), mediaType: JSON_TYPE }))
  }
  const nothing: Part<never> = { items: [], total: 0 }

  return {
    series(call: ListCall<KomgaSeriesQuery>, body: SeriesBody = NOBODY, within: Within = {}) {
      const { query } = call
      const text = query.search || body.fullTextSearch || null
      const asked = askedFor('series', query, body, within.listId ?? query.collection_id?.[0] ?? body.collectionId?.[0])
      const sort = sortOf('series', query.sort, text !== null) ?? (text ? null : (within.defaultSort ?? null))
      return answer(call, [asked, text, sort], async of => {
        const list = { condition: asked.condition, text, sort, listId: asked.listId }
        const found: Part<SeriesModel> = asked.isNothing ? nothing : await items.seriesList(of, list, pageOf(query))
        return pageText(found, seriesDto, query)
      })
    },
    groups(call: ListCall<KomgaSeriesQuery>, body: SeriesBody = NOBODY) {
      const { query } = call
      const text = query.search || body.fullTextSearch || null
      const asked = askedFor('series', query, body, query.collection_id?.[0])
      return answer(call, [asked, text], async of => {
        const list = { condition: asked.condition, text, listId: asked.listId }
        return JSON.stringify(asked.isNothing ? [] : await items.seriesGroups(of, list))
      })
    },
    books(call: ListCall<KomgaBooksQuery>, body: BooksBody = NOBODY, within: Within = {}) {
      const { query } = call
      const text = query.search || body.fullTextSearch || body.searchTerm || null
      const asked = askedFor('books', query, body, within.listId)
      const sort = sortOf('books', query.sort, text !== null) ?? (text ? null : (within.defaultSort ?? null))
      return answer(call, [asked, text, sort], async of => {
        const { shelf } = within
        // A missing series is 404, not an empty list.
        const series = within.series && (await items.oneSeries(of, within.series)).id
        const list = { condition: asked.condition, text, sort, listId: asked.listId, series, shelf }
        const found: Part<BookModel> = asked.isNothing ? nothing : await items.bookList(of, list, pageOf(query))
        return pageText(found, bookDto, query)
      })
    },
  }
}

function askedFor(
  of: 'series' | 'books',
  query: Partial<KomgaSeriesQuery & KomgaBooksQuery>,
  body: SeriesBody & BooksBody,
  listId: string | undefined,
): AskedOf {
  const more: Condition[] = [...conditionsOfQuery(of, query), ...conditionsOfBody(of, body)]
  const asked = askedBy(of, body.condition, more)
  return listId === undefined ? asked : { ...asked, listId }
}
