import {
  type BookListRequest,
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
import { getBookFull } from '@octavo/contract/full-book'
import {
  listLibraryInProgressBooks,
  listLibraryOnDeckBooks,
  listLibraryRecentlyAddedBooks,
  listLibraryRecentlyReadBooks,
} from '@octavo/contract/library-shelf'
import { listBookValues } from '@octavo/contract/list-value'
import type { Binder } from '../../../http/bind'
import { JSON_TYPE } from '../../../http/reply-cache'
import { addressOf, findRow, type ListDeps, listAnswers } from '../../lists/engine'
import type { Sort } from '../../lists/filters'
import { requireSeries } from '../../people/access'
import { filterOf, itemText, itemView } from '../items'
import { metadataOfBooks, metadataViews } from '../metadata'
import { adjacentBooks, BOOK_SHELVES, READING_ORDER } from './book.queries'
import { BOOK_JSON } from './book-row'
import { fullBooks } from './full-books'

/** Books of any list, as the contract shows them. */
export const BOOK_VIEW = itemView(BOOK_JSON, fullBooks)

const BY_NUMBER: Sort = [{ field: 'number', direction: 'asc' }]

interface ScopeQuery {
  readonly libraryId?: string | undefined
  readonly seriesId?: string | undefined
  readonly sort?: string | undefined
}
const everywhere = ({ libraryId, seriesId, sort }: ScopeQuery) => ({
  scope: { library: libraryId, series: seriesId },
  sort,
})

/** Books: lists and one book. */
export function bookRoutes(binder: Binder, deps: ListDeps): void {
  const { reader, replies } = deps
  const lists = listAnswers(deps, BOOK_VIEW)

  binder.bind(listBooks, call => {
    const { seriesId } = call.query
    return lists.page(call, { ...everywhere(call.query), defaultSort: seriesId ? BY_NUMBER : undefined })
  })
  binder.bind(listLibraryBooks, async call =>
    lists.page(call, { scope: await lists.inLibrary(call), sort: call.query.sort }),
  )

  const filtered = ({ includeDeleted, ...body }: BookListRequest) => ({
    ...filterOf(body),
    subset: includeDeleted ? 'deleted too' : undefined,
  })
  binder.bind(listBooksFiltered, call => lists.page(call, { ...filtered(call.body), sort: call.query.sort }))
  binder.bind(listBookValues, call => lists.values(call, filtered(call.body)))

  for (const [route, libraryRoute, { sort: defaultSort, ...shelf }] of [
    [listRecentlyAddedBooks, listLibraryRecentlyAddedBooks, BOOK_SHELVES.recentlyAdded],
    [listInProgressBooks, listLibraryInProgressBooks, BOOK_SHELVES.inProgress],
    [listOnDeckBooks, listLibraryOnDeckBooks, BOOK_SHELVES.onDeck],
  ] as const) {
    binder.bind(route, call => lists.page(call, { ...everywhere(call.query), ...shelf, defaultSort }))
    binder.bind(libraryRoute, async call =>
      lists.page(call, { scope: await lists.inLibrary(call), sort: call.query.sort, ...shelf, defaultSort }),
    )
  }
  const { sort: defaultSort, ...opened } = BOOK_SHELVES.recentlyRead
  binder.bind(listRecentlyReadBooks, call =>
    lists.array(call, { scope: { library: call.query.libraryId }, ...opened, defaultSort }, call.query),
  )
  binder.bind(listLibraryRecentlyReadBooks, async call =>
    lists.array(call, { scope: await lists.inLibrary(call), ...opened, defaultSort }, call.query),
  )
  binder.bind(getSeriesBooks, async call => {
    const series = await requireSeries(reader, call.viewer, call.params.series_id)
    const subset = call.query.includeDeleted ? 'deleted too' : undefined
    return lists.array(call, { scope: { series }, subset, defaultSort: READING_ORDER }, { full: call.query.full })
  })

  binder.bind(getBookFull, call => lists.one(call, call.params.book_id, true))
  binder.bind(getBook, call => {
    const { book_id: id } = call.params
    if (call.query.full) return lists.one(call, id, true)
    return replies.reply(call, addressOf(call), async () => {
      const row = await findRow(reader, call.viewer, BOOK_JSON, id)
      const metadata = (await metadataOfBooks(reader, call.viewer, [row.pk])).get(row.pk)
      const shown = metadata ? `,"metadata":${JSON.stringify(metadataViews.metadataView(metadata))}` : ''
      return { body: `{"book":${itemText(row)}${shown}}`, mediaType: JSON_TYPE }
    })
  })

  binder.bind(getAdjacentBooks, call =>
    replies.reply(call, addressOf(call), async () => {
      const { previous, next } = await adjacentBooks(reader, call.viewer, call.params.book_id)
      const members = [previous && `"prev":${itemText(previous)}`, next && `"next":${itemText(next)}`]
      return { body: `{${members.filter(Boolean).join(',')}}`, mediaType: JSON_TYPE }
    }),
  )
}
