import type { CoverModel } from '../read-model'
import type { Addresses } from './addresses'
import { linksOf, type Markup } from './xml'

/** Width of the large cover in pixels. */
const LARGE = 800

const image = linksOf('http://opds-spec.org/image', 'image/jpeg')
const thumbnail = linksOf('http://opds-spec.org/image/thumbnail', 'image/jpeg')
const thumbnailOfReadium = linksOf('http://opds-spec.org/image-thumbnail', 'image/jpeg')

/** Cover and small cover by the OPDS relations; Readium uses another relation for the small one. */
export function coverLinks(of: 'books' | 'series', id: string, cover: CoverModel, addresses: Addresses): Markup[] {
  const small = addresses.cover(of, id, cover)
  return [image(addresses.cover(of, id, cover, LARGE)), thumbnail(small), thumbnailOfReadium(small)]
}
