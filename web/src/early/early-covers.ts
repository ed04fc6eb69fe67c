import { bookCover, seriesCover } from '../api/cover-address'
import type { BookDto, SeriesDto } from '../api/types'
import { coverSet } from '../ui/cover-sizes.rules'

/** Images are dropped from the browser's memory without a reference. */
const fetched: HTMLImageElement[] = []

/** Fetches covers before the page shows them, in the width that it will choose. */
export function fetchCovers(items: readonly (BookDto | SeriesDto)[], sizes: string): void {
  for (const item of items) {
    const address = 'seriesId' in item ? bookCover(item) : seriesCover(item as SeriesDto)
    const image = new Image()
    image.fetchPriority = 'high'
    image.sizes = sizes
    image.srcset = coverSet(address) ?? ''
    fetched.push(image)
  }
}
