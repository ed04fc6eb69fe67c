import type { BookRow } from '../../features/catalogue/books'
import type { SeriesRow } from '../../features/catalogue/series'

/** Addresses in feeds: relative to the root of the host, with the prefix that a reverse proxy removes. */
export interface Addresses {
  readonly catalog: string
  readonly libraries: string
  readonly recent: string
  readonly keepReading: string
  readonly onDeck: string
  readonly presets: string
  readonly searchDescription: string
  /** With `{searchTerms}` in it. */
  readonly searchTemplate: string
  search(words: string): string
  library(id: string): string
  preset(id: string): string
  series(id: string): string
  book(id: string): {
    readonly file: string
    readonly webPage: string
    /** With `{pageNumber}`, 0-based, and `{maxWidth}` in it. */
    readonly pageTemplate: string
  }
  /** A large picture when the viewer may read pages, else the small one. */
  bookCover(book: BookRow, streaming: boolean): string
  bookThumbnail(book: BookRow): string
  seriesThumbnail(series: SeriesRow): string
}

/** Width of the large cover in pixels. */
const COVER_WIDTH = 1200

/** `baseUrl` is the configured address of the server; only its path matters here. */
export function createAddresses(baseUrl: string | null): Addresses {
  const prefix = baseUrl === null ? '' : new URL(baseUrl).pathname.replace(/\/+$/, '')
  const opds = `${prefix}/opds/v1`
  const thumbnail = (noun: 'books' | 'series', { id, cover_version }: Pick<BookRow, 'id' | 'cover_version'>) =>
    `${opds}/${noun}/${id}/thumbnail${cover_version === null ? '' : `?v=${encodeURIComponent(cover_version)}`}`
  return {
    catalog: `${opds}/catalog`,
    libraries: `${opds}/libraries`,
    recent: `${opds}/recent`,
    keepReading: `${opds}/keep-reading`,
    onDeck: `${opds}/on-deck`,
    presets: `${opds}/presets`,
    searchDescription: `${opds}/search.xml`,
    searchTemplate: `${opds}/search?q={searchTerms}`,
    search: words => `${opds}/search?q=${encodeURIComponent(words)}`,
    library: id => `${opds}/libraries/${id}`,
    preset: id => `${opds}/presets/${id}`,
    series: id => `${opds}/series/${id}`,
    book: id => ({
      file: `${opds}/books/${id}/file`,
      webPage: `${prefix}/books/${id}`,
      pageTemplate: `${opds}/books/${id}/pages/{pageNumber}?zero_based=true&width={maxWidth}`,
    }),
    bookCover: (book, streaming) =>
      streaming && hasPageImages(book) && book.cover_version !== null
        ? `${opds}/books/${book.id}/pages/1?width=${COVER_WIDTH}`
        : thumbnail('books', book),
    bookThumbnail: book => thumbnail('books', book),
    seriesThumbnail: series => thumbnail('series', series),
  }
}

/** Whether the book's pages are pictures; an EPUB's pages are places in its text. */
export function hasPageImages(book: BookRow): boolean {
  return book.file_format !== 'epub' && book.analyzed && book.page_count > 0
}
