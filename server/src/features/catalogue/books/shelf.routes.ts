import {
  listInProgressBooks,
  listOnDeckBooks,
  listRecentlyAddedBooks,
  listRecentlyReadBooks,
} from '@octavo/contract/book'
import {
  listLibraryInProgressBooks,
  listLibraryOnDeckBooks,
  listLibraryRecentlyAddedBooks,
  listLibraryRecentlyReadBooks,
} from '@octavo/contract/library-shelf'
import type { Binder, Call } from '../../../http/bind'
import { parseSort, type Sort } from '../../lists/filters'
import { libraryScope, requireLibrary, seriesScope } from '../../people/access'
import { addressOf, type BookDeps, bookArray, bookPage } from './book-answers'
import { BOOK_SORTS } from './book-fields'
import { BOOK_JSON } from './book-row'
import {
  inProgressBooks,
  onDeckBooks,
  recentlyAddedBooks,
  recentlyReadBooks,
  type ShelfQuestion,
} from './shelf.queries'

const NEWEST: Sort = [{ field: 'created_at', direction: 'desc' }]

interface PageAsked {
  readonly page: number
  readonly pageSize: number
  readonly full: boolean
  readonly sort?: string | undefined
}
type Everywhere = Call<unknown, PageAsked & { libraryId?: string | undefined; seriesId?: string | undefined }, unknown>
type InLibrary = Call<{ library_id: string }, PageAsked, unknown>
type Scope = Pick<ShelfQuestion, 'libraryPk' | 'seriesPk'>

/** Shelves of a home screen: of everything, or of one library. */
export function shelfRoutes(binder: Binder, { reader, replies }: BookDeps): void {
  /** Each shelf has an order of its own, unless another one is asked for. */
  const shelf = (
    call: Call<unknown, PageAsked, unknown>,
    select: typeof SHELVES.onDeck,
    scope: () => Promise<Scope>,
  ) => {
    const sort = call.query.sort ? parseSort(call.query.sort, BOOK_SORTS, NEWEST) : undefined
    return replies.reply(call, addressOf(call), async () => {
      const { page, pageSize } = call.query
      const question = { ...(await scope()), sort, page, pageSize }
      return bookPage(reader, call, await select(reader, call.viewer, BOOK_JSON, question))
    })
  }
  const everywhere = (select: typeof SHELVES.onDeck) => (call: Everywhere) =>
    shelf(call, select, async () => {
      const { libraryId, seriesId } = call.query
      const [libraryPk, seriesPk] = await Promise.all([
        libraryScope(reader, call.viewer, libraryId),
        seriesScope(reader, call.viewer, seriesId),
      ])
      return { libraryPk, seriesPk }
    })
  const inLibrary = (select: typeof SHELVES.onDeck) => async (call: InLibrary) => {
    const libraryPk = await requireLibrary(reader, call.viewer, call.params.library_id)
    return shelf(call, select, async () => ({ libraryPk }))
  }

  binder.bind(listRecentlyAddedBooks, everywhere(SHELVES.recentlyAdded))
  binder.bind(listInProgressBooks, everywhere(SHELVES.inProgress))
  binder.bind(listOnDeckBooks, everywhere(SHELVES.onDeck))
  binder.bind(listLibraryRecentlyAddedBooks, inLibrary(SHELVES.recentlyAdded))
  binder.bind(listLibraryInProgressBooks, inLibrary(SHELVES.inProgress))
  binder.bind(listLibraryOnDeckBooks, inLibrary(SHELVES.onDeck))

  const recentlyRead = (call: Call<unknown, { limit: number }, unknown>, scope: () => Promise<number | undefined>) =>
    replies.reply(call, addressOf(call), async () => {
      const question = { libraryPk: await scope(), page: 1, pageSize: call.query.limit }
      return bookArray(reader, false, (await recentlyReadBooks(reader, call.viewer, BOOK_JSON, question)).rows)
    })

  binder.bind(listRecentlyReadBooks, call =>
    recentlyRead(call, () => libraryScope(reader, call.viewer, call.query.libraryId)),
  )
  binder.bind(listLibraryRecentlyReadBooks, async call => {
    const libraryPk = await requireLibrary(reader, call.viewer, call.params.library_id)
    return recentlyRead(call, async () => libraryPk)
  })
}

const SHELVES = { recentlyAdded: recentlyAddedBooks, inProgress: inProgressBooks, onDeck: onDeckBooks }
