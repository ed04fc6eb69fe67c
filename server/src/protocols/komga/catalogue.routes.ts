import {
  komgaGetBook,
  komgaGetBooks,
  komgaGetBooksLatest,
  komgaGetBooksOnDeck,
  komgaGetLibrary,
  komgaGetLibraryThumbnail,
  komgaGetNextBook,
  komgaGetPreviousBook,
  komgaGetSeries,
  komgaGetSeriesBooks,
  komgaGetSeriesLatest,
  komgaGetSeriesNew,
  komgaGetSeriesThumbnail,
  komgaGetSeriesUpdated,
  komgaListLibraries,
  komgaListSeries,
  komgaSearchBooks,
  komgaSearchSeries,
  komgaSeriesGroups,
} from '@octavo/contract/komga-catalogue'
import { type CoverDeps, coverAnswers } from '../../features/catalogue/covers'
import type { Binder } from '../../http/bind'
import { tagged } from '../../http/reply-cache'
import { notFound } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { details, holders, items } from '../read-model'
import { bookDto, libraryDto, seriesDto } from './dtos'
import { komgaLists, type ListDeps } from './lists'

export interface CatalogueDeps extends CoverDeps, ListDeps {
  readonly libraryCover: (
    asker: { readonly viewer: Viewer; readonly request: Request },
    id: string,
  ) => Promise<Response>
}

/** Libraries, series and books: lists and single ones. */
export function catalogueRoutes(binder: Binder, deps: CatalogueDeps): void {
  const { reader } = deps
  const lists = komgaLists(deps)

  binder.bind(komgaListLibraries, async ({ viewer, request }) => {
    const all = await holders.libraries({ reader, viewer })
    return tagged(
      request,
      all.map(library => libraryDto(library, viewer)),
    )
  })
  binder.bind(komgaGetLibrary, async ({ viewer, params, request }) =>
    tagged(request, libraryDto(await holders.oneLibrary({ reader, viewer }, params.library_id), viewer)),
  )
  binder.bind(komgaGetLibraryThumbnail, call => deps.libraryCover(call, call.params.library_id))

  binder.bind(komgaListSeries, call => lists.series(call, undefined, { defaultSort: 'name,asc' }))
  binder.bind(komgaSearchSeries, call => lists.series(call, call.body))
  binder.bind(komgaSeriesGroups, call => lists.groups(call, call.body))
  binder.bind(komgaGetSeriesNew, call => lists.series(call, undefined, { defaultSort: 'date_added,desc' }))
  for (const route of [komgaGetSeriesUpdated, komgaGetSeriesLatest]) {
    binder.bind(route, call => lists.series(call, undefined, { defaultSort: 'date_updated,desc' }))
  }
  binder.bind(komgaGetSeries, async ({ viewer, params, request }) => {
    const series = await items.oneSeries({ reader, viewer }, params.series_id)
    return tagged(request, seriesDto(series, await details.seriesDetails({ reader, viewer }, series)))
  })
  binder.bind(komgaGetSeriesThumbnail, call =>
    coverAnswers.seriesCoverAnswer(deps, call, { id: call.params.series_id, version: undefined }),
  )
  binder.bind(komgaGetSeriesBooks, call =>
    lists.books(call, undefined, { series: call.params.series_id, defaultSort: 'number,asc;title,asc' }),
  )

  binder.bind(komgaGetBooks, call => lists.books(call))
  binder.bind(komgaSearchBooks, call => lists.books(call, call.body))
  binder.bind(komgaGetBooksLatest, call => lists.books(call, undefined, { defaultSort: 'created_at,desc' }))
  binder.bind(komgaGetBooksOnDeck, call => lists.books(call, undefined, { shelf: 'on deck' }))
  binder.bind(komgaGetBook, async ({ viewer, params, request }) => {
    const book = await items.oneBook({ reader, viewer }, params.book_id)
    return tagged(request, bookDto(book, await details.linksOf({ reader, viewer }, 'book', book.pk)))
  })
  for (const [route, side] of [
    [komgaGetNextBook, 'next'],
    [komgaGetPreviousBook, 'previous'],
  ] as const) {
    binder.bind(route, async ({ viewer, params, request }) => {
      const book = (await items.adjacentBooks({ reader, viewer }, params.book_id))[side]
      if (!book) throw notFound('Book')
      return tagged(request, bookDto(book))
    })
  }
}
