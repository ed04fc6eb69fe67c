import type { CoverDto } from '@octavo/contract/cover'
import * as contract from '@octavo/contract/komga-metadata'
import * as lists from '@octavo/contract/komga-read-lists'
import { type ChoosingDeps, coverActs } from '../../features/catalogue/chosen-covers'
import type { Binder } from '../../http/bind'
import type { Viewer } from '../../kernel/viewer'
import { holders } from '../read-model'

const ACCEPTED = () => new Response(null, { status: 202 })

/** Chosen covers of books and series. */
export function thumbnailRoutes(binder: Binder, deps: ChoosingDeps): void {
  const book = thumbnailActs(deps, 'book', bookId => ({ bookId }))
  binder.bind(contract.komgaListBookThumbnails, call => book.list(call, call.params.book_id))
  binder.bind(contract.komgaAddBookThumbnail, call => book.add(call, call.params.book_id))
  binder.bind(contract.komgaGetBookThumbnailImage, call =>
    book.image(call, call.params.book_id, call.params.thumbnail_id),
  )
  binder.bind(contract.komgaSelectBookThumbnail, call =>
    book.select(call, call.params.book_id, call.params.thumbnail_id),
  )
  binder.bind(contract.komgaDeleteBookThumbnail, call =>
    book.remove(call, call.params.book_id, call.params.thumbnail_id),
  )

  const series = thumbnailActs(deps, 'series', seriesId => ({ seriesId }))
  binder.bind(contract.komgaListSeriesThumbnails, call => series.list(call, call.params.series_id))
  binder.bind(contract.komgaAddSeriesThumbnail, call => series.add(call, call.params.series_id))
  binder.bind(contract.komgaGetSeriesThumbnailImage, call =>
    series.image(call, call.params.series_id, call.params.thumbnail_id),
  )
  binder.bind(contract.komgaSelectSeriesThumbnail, call =>
    series.select(call, call.params.series_id, call.params.thumbnail_id),
  )
  binder.bind(contract.komgaDeleteSeriesThumbnail, call =>
    series.remove(call, call.params.series_id, call.params.thumbnail_id),
  )

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

interface Call {
  readonly viewer: Viewer
  readonly request: Request
}

/** What apps do with the covers of a book or series, whose id `named` puts into each of them. */
function thumbnailActs<Named extends object>(
  deps: ChoosingDeps,
  kind: 'book' | 'series',
  named: (id: string) => Named,
) {
  const acts = coverActs(deps, kind)
  const dto = (id: string, cover: CoverDto) => ({ ...named(id), ...thumbnailOf(cover) })
  return {
    list: async (call: Call, id: string) => (await acts.list(call, id)).covers.map(cover => dto(id, cover)),
    add: async (call: Call, id: string) => dto(id, await acts.upload(call, id)),
    image: (call: Call, id: string, cover: string) => acts.image(call, id, cover, {}),
    /** The file's cover has the id of its subject, so that selecting it restores the default. */
    async select(call: Call, id: string, cover: string) {
      if (cover.toLowerCase() === id.toLowerCase()) await acts.reset(call, id)
      else await acts.select(call, id, cover)
      return ACCEPTED()
    },
    async remove(call: Call, id: string, cover: string) {
      await acts.remove(call, id, cover)
      return ACCEPTED()
    },
  }
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
