import {
  getAdjacentBooks,
  getBook,
  getSeriesBooks,
  listBooks,
  listBooksFiltered,
  listInProgressBooks,
  listLibraryBooks,
  listOnDeckBooks,
  listRecentlyAddedBooks,
  listRecentlyReadBooks,
} from '@octavo/contract/book'
import type { Reader } from '../../db'
import type { Binder, Call } from '../../http/bind'
import { envelope, envelopeText, linkHeader } from '../../http/envelope'
import { JSON_TYPE, jsonText, type Produced, type ReplyCache } from '../../http/reply-cache'
import { libraryScope, requireLibrary, requireSeries, seriesScope } from '../access'
import { parseCondition, parseSort, type Sort, takeScope } from '../filters'
import { findMetadata, metadataView } from '../metadata'
import { askText } from '../words'
import { bookText } from './book.json'
import { adjacentBooks, findBook, seriesBooks } from './book.queries'
import { BOOK_FIELDS, BOOK_SORT_DEFAULT, BOOK_SORTS } from './book-fields'
import { type BookQuestion, selectBooks } from './book-list.queries'
import { BOOK_JSON, type BookJsonRow } from './book-row'
import { inProgressBooks, onDeckBooks, recentlyReadBooks, type ShelfQuestion } from './shelf.queries'

export interface BookDeps {
  readonly reader: Reader
  readonly replies: ReplyCache
}

type ListCall = Call<unknown, { page: number; pageSize: number }, unknown>

const NEWEST: Sort = [{ field: 'created_at', direction: 'desc' }]
const BY_RELEVANCE: Sort = [{ field: 'relevance', direction: 'asc' }]
const BY_NUMBER: Sort = [{ field: 'number', direction: 'asc' }]

/** Books: lists, shelves and one book. */
export function bookRoutes(binder: Binder, { reader, replies }: BookDeps): void {
  const sortOf = (text: string | undefined) => parseSort(text, BOOK_SORTS, BOOK_SORT_DEFAULT)

  const page = (call: ListCall, { rows, total }: { rows: BookJsonRow[]; total: number }): Produced => {
    const frame = envelope<never>(call.url, call.query.page, call.query.pageSize, total, [])
    return { body: envelopeText(frame, rows.map(bookText)), mediaType: JSON_TYPE, link: linkHeader(frame) }
  }
  const address = (call: { url: URL }) => call.url.pathname + call.url.search
  const list = async (call: ListCall, question: Omit<BookQuestion, 'page' | 'pageSize'>) => {
    const { page: number, pageSize } = call.query
    return page(call, await selectBooks(reader, call.viewer, BOOK_JSON, { ...question, page: number, pageSize }))
  }
  const scoped = async (
    call: Call<unknown, { libraryId?: string | undefined; seriesId?: string | undefined }, unknown>,
  ) => ({
    libraryPk: await libraryScope(reader, call.viewer, call.query.libraryId),
    seriesPk: await seriesScope(reader, call.viewer, call.query.seriesId),
  })

  binder.bind(listBooks, call => {
    const sort = call.query.sort ? sortOf(call.query.sort) : call.query.seriesId ? BY_NUMBER : BOOK_SORT_DEFAULT
    return replies.reply(call, address(call), async () => list(call, { ...(await scoped(call)), sort }))
  })

  binder.bind(listBooksFiltered, call => {
    const { includeDeleted } = call.body
    const asked = call.body.condition ? parseCondition(call.body.condition, BOOK_FIELDS) : null
    const text = askText(call.body.fullTextSearch)
    const sort = text && !call.query.sort ? BY_RELEVANCE : sortOf(call.query.sort)
    const series = takeScope(asked, 'seriesId')
    const library = takeScope(series.rest, 'libraryId')
    // The condition as it was understood: dates counted from now are another question a minute later.
    const question = JSON.stringify([asked, text?.typed, includeDeleted])
    return replies.reply(call, address(call) + question, async () => {
      const [libraryPk, seriesPk] = await Promise.all([
        libraryScope(reader, call.viewer, library.id),
        seriesScope(reader, call.viewer, series.id),
      ])
      return list(call, { libraryPk, seriesPk, condition: library.rest, text, includeDeleted, sort })
    })
  })

  binder.bind(listLibraryBooks, async call => {
    const sort = sortOf(call.query.sort)
    const libraryPk = await requireLibrary(reader, call.viewer, call.params.library_id)
    return replies.reply(call, address(call), () => list(call, { libraryPk, sort }))
  })

  binder.bind(listRecentlyAddedBooks, call =>
    replies.reply(call, address(call), async () => list(call, { ...(await scoped(call)), sort: NEWEST })),
  )

  const shelf =
    (select: (question: ShelfQuestion, call: ListCall) => Promise<{ rows: BookJsonRow[]; total: number }>) =>
    (call: ListCall & Parameters<typeof scoped>[0]) =>
      replies.reply(call, address(call), async () => {
        const { page: number, pageSize } = call.query
        return page(call, await select({ ...(await scoped(call)), page: number, pageSize }, call))
      })

  binder.bind(
    listInProgressBooks,
    shelf((question, { viewer }) => inProgressBooks(reader, viewer, BOOK_JSON, question)),
  )
  binder.bind(
    listOnDeckBooks,
    shelf((question, { viewer }) => onDeckBooks(reader, viewer, BOOK_JSON, question)),
  )

  binder.bind(listRecentlyReadBooks, async ({ viewer, query }) => {
    const libraryPk = await libraryScope(reader, viewer, query.libraryId)
    const { rows } = await recentlyReadBooks(reader, viewer, BOOK_JSON, { libraryPk, page: 1, pageSize: query.limit })
    return jsonText(`[${rows.map(bookText).join(',')}]`)
  })

  binder.bind(getBook, call =>
    replies.reply(call, call.url.pathname, async () => {
      const row = await findBook(reader, call.viewer, BOOK_JSON, call.params.book_id)
      const metadata = await findMetadata(reader, row.pk)
      const shown = metadata && JSON.stringify(metadataView(metadata, call.params.book_id.toLowerCase()))
      return { body: `{"book":${bookText(row)}${shown ? `,"metadata":${shown}` : ''}}`, mediaType: JSON_TYPE }
    }),
  )

  binder.bind(getAdjacentBooks, async ({ viewer, params }) => {
    const { previous, next } = await adjacentBooks(reader, viewer, BOOK_JSON, params.book_id)
    const members = [previous && `"prev":${bookText(previous)}`, next && `"next":${bookText(next)}`]
    return jsonText(`{${members.filter(Boolean).join(',')}}`)
  })

  binder.bind(getSeriesBooks, async ({ viewer, params, query }) => {
    const seriesPk = await requireSeries(reader, viewer, params.series_id)
    const rows = await seriesBooks(reader, viewer, BOOK_JSON, seriesPk, query.includeDeleted)
    return jsonText(`[${rows.map(bookText).join(',')}]`)
  })
}
