import type { BookDto } from '../../api'
import { widthToAsk } from './preload.rules'

type Book = Pick<BookDto, 'id' | 'fileHash'>

/** Address of a page image (0-based) that fills `cssWidth` on this screen. */
export function pageAddress(book: Book, page: number, cssWidth: number, pageWidth: number | null): string {
  return address(book, page, widthToAsk(cssWidth, window.devicePixelRatio, pageWidth))
}

/** A small picture of a page, for the slider and the sheet of pages. */
export function pageThumbnail(book: Book, page: number): string {
  return address(book, page, 320)
}

/** With the beginning of the file's hash in it, an address has one content for ever: the browser never asks again. */
function address(book: Book, page: number, width: number | null): string {
  const query = new URLSearchParams()
  if (width !== null) query.set('width', String(width))
  if (book.fileHash) query.set('v', book.fileHash.slice(0, 20))
  const text = query.toString()
  return `/api/v1/books/${book.id}/pages/${page + 1}${text ? `?${text}` : ''}`
}
