import type { CoverModel, ShelfName, ShelfOf } from '../read-model'
import { tree } from '../read-model'

/** Addresses in feeds: relative to the root of the host, with the prefix that a reverse proxy removes. */
export interface Addresses {
  readonly catalog: string
  readonly searchDescription: string
  /** Contains `{searchTerms}`. */
  readonly searchTemplate: string
  search(words: string): string
  /** The path of a feed below the root of the catalogue; empty for the catalogue itself. */
  at(path: string): string
  shelf(name: ShelfName | ShelfOf): string
  book(id: string): BookAddresses
  /** A large or small picture. */
  cover(of: 'books' | 'series', id: string, cover: CoverModel, width?: number): string
}

interface BookAddresses {
  readonly file: string
  readonly webPage: string
  /** Contains `{pageNumber}`, 0-based, and `{maxWidth}`. */
  readonly pageTemplate: string
  readonly pages: string
  /** 1-based. */
  pageImage(number: number): string
}

/** `baseUrl` is the configured address of the server; only its path is used. */
export function createAddresses(baseUrl: string | null): Addresses {
  const prefix = baseUrl === null ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
  const opds = `${prefix}/opds/v1`
  const at = (path: string) => `${opds}/${path || 'catalog'}`
  return {
    catalog: `${opds}/catalog`,
    searchDescription: `${opds}/search.xml`,
    searchTemplate: `${opds}/search?q={searchTerms}`,
    search: words => `${opds}/search?q=${encodeURIComponent(words)}`,
    at,
    shelf: name => at(tree.pathOf(name)),
    book: id => ({
      file: `${opds}/books/${id}/file`,
      webPage: `${prefix}/books/${id}`,
      pageTemplate: `${opds}/books/${id}/pages/{pageNumber}?zero_based=true&width={maxWidth}`,
      pages: `${opds}/books/${id}/pages`,
      pageImage: number => `${prefix}/opds/books/${id}/pages/${number}`,
    }),
    cover: (of, id, { version }, width) => {
      const address = `${opds}/${of}/${id}/thumbnail`
      const sized = width === undefined ? address : `${address}?width=${width}`
      if (version === null) return sized
      return `${sized}${width === undefined ? '?' : '&'}v=${encodeURIComponent(version)}`
    },
  }
}
