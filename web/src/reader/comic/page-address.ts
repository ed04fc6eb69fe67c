import { widthToAsk } from './preload.rules'

/** Address of a page image (0-based) that fills `cssWidth` on this screen. */
export function pageAddress(bookId: string, page: number, cssWidth: number, pageWidth: number | null): string {
  const width = widthToAsk(cssWidth, window.devicePixelRatio, pageWidth)
  return `/api/v1/books/${bookId}/pages/${page + 1}${width === null ? '' : `?width=${width}`}`
}

/** A small picture of a page, for the slider and the strip of pages. */
export function pageThumbnail(bookId: string, page: number): string {
  return `/api/v1/books/${bookId}/pages/${page + 1}?width=320`
}
