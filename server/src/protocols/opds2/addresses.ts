import { OPDS2_MEDIA_TYPES } from '@octavo/contract/opds2'
import type { CoverModel, ManifestAddresses, ShelfName, ShelfOf } from '../read-model'
import { tree } from '../read-model'

/** Addresses in feeds: relative to the root of the host, with the prefix that a reverse proxy removes. */
export interface Addresses {
  readonly root: string
  readonly authentication: string
  /** An RFC 6570 template. */
  readonly search: string
  /** The path of a feed below the root; empty for the root itself. */
  at(path: string): string
  found(words: string): string
  shelf(name: ShelfName | ShelfOf): string
  publication(id: string): string
  cover(of: 'books' | 'series', id: string, cover: CoverModel, width?: number): string
  book(id: string, cover: CoverModel): ManifestAddresses
}

export function createAddresses(prefix: string): Addresses {
  const root = `${prefix}/opds/v2`
  const images = `${prefix}/opds/v1`
  const at = (path: string) => (path === '' ? root : `${root}/${path}`)
  const cover = (of: 'books' | 'series', id: string, { version }: CoverModel, width?: number) => {
    const address = `${images}/${of}/${id}/thumbnail`
    const sized = width === undefined ? address : `${address}?width=${width}`
    if (version === null) return sized
    return `${sized}${width === undefined ? '?' : '&'}v=${encodeURIComponent(version)}`
  }
  return {
    root,
    authentication: `${root}/authentication`,
    search: `${root}/search{?query}`,
    at,
    found: words => `${root}/search?query=${encodeURIComponent(words)}`,
    shelf: name => at(tree.pathOf(name)),
    publication: id => `${root}/books/${id}`,
    cover,
    book: (id, picture) => ({
      self: `${root}/books/${id}/manifest`,
      file: `${images}/books/${id}/file`,
      cover: cover('books', id, picture),
      positions: `${root}/books/${id}/positions`,
      progression: `${root}/books/${id}/progression`,
      part: path => `${root}/books/${id}/resource/${path}`,
      page: (number, version, asJpeg) =>
        `${root}/books/${id}/pages/${number}?${asJpeg ? 'convert=jpeg&' : ''}v=${encodeURIComponent(version)}`,
      series: series => ({ href: at(tree.pathOf({ of: 'series', id: series })), type: OPDS2_MEDIA_TYPES.feed }),
    }),
  }
}
