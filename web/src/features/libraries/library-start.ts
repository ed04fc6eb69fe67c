import type { LibraryDto } from '../../api/types'

/** How a library opens: one whose folders are authors with its books, since most novels are in no series. */
export function libraryStart({ seriesStrategy }: LibraryDto): { readonly show?: 'books' } {
  return seriesStrategy === 'calibre' ? { show: 'books' } : {}
}
