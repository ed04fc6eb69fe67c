import type { CoverModel } from '../read-model'
import type { Addresses } from './addresses'
import { link } from './feed'
import type { Markup } from './xml'

/** Width of the large cover in pixels. */
const LARGE = 800

/** Cover and small cover by the OPDS relations; Readium uses another relation for the small one. */
export function coverLinks(of: 'books' | 'series', id: string, cover: CoverModel, addresses: Addresses): Markup[] {
  const small = addresses.cover(of, id, cover)
  return [
    link('http://opds-spec.org/image', addresses.cover(of, id, cover, LARGE), 'image/jpeg'),
    link('http://opds-spec.org/image/thumbnail', small, 'image/jpeg'),
    link('http://opds-spec.org/image-thumbnail', small, 'image/jpeg'),
  ]
}
