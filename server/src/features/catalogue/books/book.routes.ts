import {
  getAdjacentBooks,
  getBook,
  getSeriesBooks,
  listBooks,
  listBooksFiltered,
  listLibraryBooks,
} from '@octavo/contract/book'
import { getBookFull } from '@octavo/contract/full-book'
import type { Binder, Call } from '../../../http/bind'
import { JSON_TYPE, type Produced } from '../../../http/reply-cache'
import type { Viewer } from '../../../kernel/viewer'
import { parseCondition, parseSort, type Sort, takeScope } from '../../lists/filters'
import { parseText } from '../../lists/words'
import { libraryScope, requireLibrary, requireSeries, seriesScope } from '../../people/access'
import { findMetadata, metadataView } from '../metadata'
import { bookText } from './book.json'
import { adjacentBooks, findBook } from './book.queries'
import { addressOf, type BookDeps, bookArray, bookPage, shownBooks } from './book-answers'
import { BOOK_FIELDS, BOOK_SORT_DEFAULT, BOOK_SORTS } from './book-fields'
import { type BookQuestion, selectBooks, seriesBooks } from './book-list.queries'
import { BOOK_JSON } from './book-row'
import { bookValueRoutes } from './book-values.routes'
import { shelfRoutes } from './shelf.routes'

type ListCall = Call<unknown, { page: number; pageSize: number; full: boolean }, unknown>

const BY_RELEVANCE: Sort = [{ field: 'relevance', direction: 'asc' }]
const BY_NUMBER: Sort = [{ field: 'number', direction: 'asc' }]

/** Books: lists and one book. */
export function bookRoutes(binder: Binder, deps: BookDeps): void {
  const { reader, replies } = deps
  shelfRoutes(binder, deps)
  bookValueRoutes(binder, deps)
  const sortOf = (text: string | undefined) => parseSort(text, BOOK_SORTS, BOOK_SORT_DEFAULT)

  const list = async (call: ListCall, question: Omit<BookQuestion, 'page' | 'pageSize'>) => {
    const { page: number, pageSize } = call.query
    return bookPage(
      reader,
      call,
      await selectBooks(reader, call.viewer, BOOK_JSON, { ...question, page: number, pageSize }),
    )
  }
  const scoped = async (
    call: Call<unknown, { libraryId?: string | undefined; seriesId?: string | undefined }, unknown>,
  ) => ({
    libraryPk: await libraryScope(reader, call.viewer, call.query.libraryId),
    seriesPk: await seriesScope(reader, call.viewer, call.query.seriesId),
  })

  binder.bind(listBooks, call => {
    const sort = call.query.sort ? sortOf(call.query.sort) : call.query.seriesId ? BY_NUMBER : BOOK_SORT_DEFAULT
    return replies.reply(call, addressOf(call), async () => list(call, { ...(await scoped(call)), sort }))
  })

  binder.bind(listBooksFiltered, call => {
    const { includeDeleted } = call.body
    const asked = call.body.condition ? parseCondition(call.body.condition, BOOK_FIELDS) : null
    const text = parseText(call.body.fullTextSearch)
    const sort = text && !call.query.sort ? BY_RELEVANCE : sortOf(call.query.sort)
    const series = takeScope(asked, 'seriesId')
    const library = takeScope(series.rest, 'libraryId')
    // The condition as it was understood: dates counted from now are another question a minute later.
    const question = JSON.stringify([asked, text?.typed, includeDeleted])
    return replies.reply(call, addressOf(call) + question, async () => {
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
    return replies.reply(call, addressOf(call), () => list(call, { libraryPk, sort }))
  })

  const full = async (viewer: Viewer, id: string): Promise<Produced> => {
    const [text = ''] = await shownBooks(reader, true, [await findBook(reader, viewer, BOOK_JSON, id)])
    return { body: text, mediaType: JSON_TYPE }
  }

  binder.bind(getBookFull, call => replies.reply(call, call.url.pathname, () => full(call.viewer, call.params.book_id)))

  binder.bind(getBook, call =>
    replies.reply(call, addressOf(call), async () => {
      if (call.query.full) return full(call.viewer, call.params.book_id)
      const row = await findBook(reader, call.viewer, BOOK_JSON, call.params.book_id)
      const metadata = await findMetadata(reader, row.pk)
      const shown = metadata && JSON.stringify(metadataView(metadata, call.params.book_id.toLowerCase()))
      return { body: `{"book":${bookText(row)}${shown ? `,"metadata":${shown}` : ''}}`, mediaType: JSON_TYPE }
    }),
  )

  binder.bind(getAdjacentBooks, call =>
    replies.reply(call, addressOf(call), async () => {
      const { previous, next } = await adjacentBooks(reader, call.viewer, BOOK_JSON, call.params.book_id)
      const members = [previous && `"prev":${bookText(previous)}`, next && `"next":${bookText(next)}`]
      return { body: `{${members.filter(Boolean).join(',')}}`, mediaType: JSON_TYPE }
    }),
  )

  binder.bind(getSeriesBooks, async call => {
    const seriesPk = await requireSeries(reader, call.viewer, call.params.series_id)
    const { includeDeleted, full } = call.query
    return replies.reply(call, addressOf(call), async () =>
      bookArray(reader, full, await seriesBooks(reader, call.viewer, BOOK_JSON, seriesPk, includeDeleted)),
    )
  })
}
