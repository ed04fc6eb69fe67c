import * as contract from '@octavo/contract/cover'
import * as ofName from '@octavo/contract/facet-cover'
import * as ofLibrary from '@octavo/contract/library-cover'
import * as ofSeries from '@octavo/contract/series-cover'
import type { Binder } from '../../../http/bind'
import type { ChoosingDeps } from './chosen-cover.types'
import { coverActs } from './cover-acts'
import type { CoverKind } from './cover-subject.queries'

/** Covers that people choose for books, series and libraries. */
export function chosenCoverRoutes(binder: Binder, deps: ChoosingDeps): void {
  const of = (kind: CoverKind) => coverActs(deps, kind)
  const [book, series, library] = [of('book'), of('series'), of('library')]

  binder.bind(contract.uploadBookCover, call => book.upload(call, call.params.book_id))
  binder.bind(contract.addBookCover, call => book.add(call, call.params.book_id, call.body))
  binder.bind(contract.listBookCovers, call => book.list(call, call.params.book_id))
  binder.bind(contract.resetBookCover, call => book.reset(call, call.params.book_id))
  binder.bind(contract.getBookCoverImage, call =>
    book.image(call, call.params.book_id, call.params.cover_id, call.query),
  )
  binder.bind(contract.selectBookCover, call => book.select(call, call.params.book_id, call.params.cover_id))
  binder.bind(contract.changeBookCover, call => book.crop(call, call.params.book_id, call.params.cover_id, call.body))
  binder.bind(contract.deleteBookCover, call => book.remove(call, call.params.book_id, call.params.cover_id))

  binder.bind(ofSeries.uploadSeriesCover, call => series.upload(call, call.params.series_id))
  binder.bind(ofSeries.setSeriesCoverSource, async call => {
    await series.source(call, call.params.series_id, call.body.source)
    return new Response(null, { status: 200 })
  })
  binder.bind(ofSeries.addSeriesCover, call => series.add(call, call.params.series_id, call.body))
  binder.bind(ofSeries.listSeriesCovers, call => series.list(call, call.params.series_id))
  binder.bind(ofSeries.resetSeriesCover, call => series.reset(call, call.params.series_id))
  binder.bind(ofSeries.getSeriesCoverImage, call =>
    series.image(call, call.params.series_id, call.params.cover_id, call.query),
  )
  binder.bind(ofSeries.selectSeriesCover, call => series.select(call, call.params.series_id, call.params.cover_id))
  binder.bind(ofSeries.changeSeriesCover, call =>
    series.crop(call, call.params.series_id, call.params.cover_id, call.body),
  )
  binder.bind(ofSeries.deleteSeriesCover, call => series.remove(call, call.params.series_id, call.params.cover_id))

  binder.bind(ofLibrary.uploadLibraryCover, call => library.upload(call, call.params.library_id))
  binder.bind(ofLibrary.addLibraryCover, call => library.add(call, call.params.library_id, call.body))
  binder.bind(ofLibrary.listLibraryCovers, call => library.list(call, call.params.library_id))
  binder.bind(ofLibrary.resetLibraryCover, call => library.reset(call, call.params.library_id))
  binder.bind(ofLibrary.getLibraryThumbnail, call =>
    library.image(call, call.params.library_id, 'selected', call.query),
  )
  binder.bind(ofLibrary.getLibraryCoverImage, call =>
    library.image(call, call.params.library_id, call.params.cover_id, call.query),
  )
  binder.bind(ofLibrary.selectLibraryCover, call => library.select(call, call.params.library_id, call.params.cover_id))
  binder.bind(ofLibrary.changeLibraryCover, call =>
    library.crop(call, call.params.library_id, call.params.cover_id, call.body),
  )
  binder.bind(ofLibrary.deleteLibraryCover, call => library.remove(call, call.params.library_id, call.params.cover_id))

  const name = ({ kind }: { readonly kind: string }) => coverActs(deps, 'name', kind)
  binder.bind(ofName.uploadFacetCover, call => name(call.params).upload(call, call.params.facet_id))
  binder.bind(ofName.addFacetCover, call => name(call.params).add(call, call.params.facet_id, call.body))
  binder.bind(ofName.listFacetCovers, call => name(call.params).list(call, call.params.facet_id))
  binder.bind(ofName.resetFacetCover, call => name(call.params).reset(call, call.params.facet_id))
  binder.bind(ofName.getFacetThumbnail, call =>
    name(call.params).image(call, call.params.facet_id, 'selected', call.query),
  )
  binder.bind(ofName.getFacetCoverImage, call =>
    name(call.params).image(call, call.params.facet_id, call.params.cover_id, call.query),
  )
  binder.bind(ofName.selectFacetCover, call =>
    name(call.params).select(call, call.params.facet_id, call.params.cover_id),
  )
  binder.bind(ofName.changeFacetCover, call =>
    name(call.params).crop(call, call.params.facet_id, call.params.cover_id, call.body),
  )
  binder.bind(ofName.deleteFacetCover, call =>
    name(call.params).remove(call, call.params.facet_id, call.params.cover_id),
  )
}
