import { bookCover, seriesCover } from '../api/cover-address'
import type { BookDto, SeriesDto } from '../api/types'
import { coverSet } from '../ui/cover-sizes.rules'

/** Fetches covers before the page shows them, in the width that it will choose. */
export function fetchCovers(items: readonly (BookDto | SeriesDto)[], sizes: string): void {
  for (const item of items) {
    const address = 'seriesId' in item ? bookCover(item) : seriesCover(item as SeriesDto)
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'image'
    link.fetchPriority = 'high'
    link.imageSizes = sizes
    link.imageSrcset = coverSet(address) ?? ''
    document.head.append(link)
  }
}
