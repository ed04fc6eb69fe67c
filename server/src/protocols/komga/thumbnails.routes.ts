import type { CoverDto } from '@octavo/contract/cover'
import * as contract from '@octavo/contract/komga-metadata'
import * as lists from '@octavo/contract/komga-read-lists'
import { type ChoosingDeps, coverActs } from '../../features/catalogue/chosen-covers'
import type { Binder } from '../../http/bind'
import type { Viewer } from '../../kernel/viewer'
import { holders } from '../read-model'

const ACCEPTED = () => new Response(null, { status: 202 })

/** Covers that people choose for books and series. */
export function thumbnailRoutes(binder: Binder, deps: ChoosingDeps): void {
  const [book, series] = [coverActs(deps, 'book'), coverActs(deps, 'series')]
  const actsOf = { book, series }

  /** The cover of the file has the id of its subject, so that selecting it goes back to it. */
  async function select(
    of: keyof typeof actsOf,
    call: { readonly viewer: Viewer; readonly request: Request },
    id: string,
    cover: string,
  ) {
    if (cover.toLowerCase() === id.toLowerCase()) await actsOf[of].reset(call, id)
    else await actsOf[of].select(call, id, cover)
    return ACCEPTED()
  }

  binder.bind(contract.komgaListBookThumbnails, async call => {
    const id = call.params.book_id
    return (await book.list(call, id)).covers.map(cover => ({ bookId: id, ...thumbnailOf(cover) }))
  })
  binder.bind(contract.komgaAddBookThumbnail, async call => ({
    bookId: call.params.book_id,
    ...thumbnailOf(await book.upload(call, call.params.book_id)),
  }))
  binder.bind(contract.komgaGetBookThumbnailImage, call =>
    book.image(call, call.params.book_id, call.params.thumbnail_id, {}),
  )
  binder.bind(contract.komgaSelectBookThumbnail, call =>
    select('book', call, call.params.book_id, call.params.thumbnail_id),
  )
  binder.bind(contract.komgaDeleteBookThumbnail, async call => {
    await book.remove(call, call.params.book_id, call.params.thumbnail_id)
    return ACCEPTED()
  })

  binder.bind(contract.komgaListSeriesThumbnails, async call => {
    const id = call.params.series_id
    return (await series.list(call, id)).covers.map(cover => ({ seriesId: id, ...thumbnailOf(cover) }))
  })
  binder.bind(contract.komgaAddSeriesThumbnail, async call => ({
    seriesId: call.params.series_id,
    ...thumbnailOf(await series.upload(call, call.params.series_id)),
  }))
  binder.bind(contract.komgaGetSeriesThumbnailImage, call =>
    series.image(call, call.params.series_id, call.params.thumbnail_id, {}),
  )
  binder.bind(contract.komgaSelectSeriesThumbnail, call =>
    select('series', call, call.params.series_id, call.params.thumbnail_id),
  )
  binder.bind(contract.komgaDeleteSeriesThumbnail, async call => {
    await series.remove(call, call.params.series_id, call.params.thumbnail_id)
    return ACCEPTED()
  })

  // Covers of lists are those of their first members.
  binder.bind(lists.komgaListReadListThumbnails, async ({ viewer, params }) => {
    await holders.oneList({ reader: deps.reader, viewer }, 'read-list', params.read_list_id)
    return []
  })
  binder.bind(lists.komgaListCollectionThumbnails, async ({ viewer, params }) => {
    await holders.oneList({ reader: deps.reader, viewer }, 'collection', params.collection_id)
    return []
  })
}

function thumbnailOf({ id, source, isSelected, width, height }: CoverDto): contract.KomgaThumbnailDto {
  const isAdded = width !== null
  return {
    id,
    type: isAdded ? 'USER_UPLOADED' : source === 'folder' ? 'SIDECAR' : 'GENERATED',
    selected: isSelected,
    mediaType: 'image/jpeg',
    fileSize: 0,
    width: width ?? 0,
    height: height ?? 0,
  }
}
