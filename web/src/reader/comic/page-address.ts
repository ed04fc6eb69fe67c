import { addressOf, type BookDto } from '../../api'
import { widthToAsk } from './preload.rules'

type Book = Pick<BookDto, 'id' | 'fileHash'>

/** Address of a page image (0-based) that fills `cssWidth` on this screen. */
export function pageAddress(book: Book, page: number, cssWidth: number, pageWidth: number | null): string {
  return address(book, page, widthToAsk(cssWidth, window.devicePixelRatio, pageWidth))
}

/** A thumbnail of a page, for the slider and the sheet of pages. */
export function pageThumbnail(book: Book, page: number): string {
  return address(book, page, 320)
}

/** Contains the start of the file's hash, so that its content never changes: the browser never revalidates it. */
function address(book: Book, page: number, width: number | null): string {
  return addressOf('/api/v1/books/{book_id}/pages/{page_number}', {
    params: { book_id: book.id, page_number: page + 1 },
    query: { width, v: book.fileHash ? book.fileHash.slice(0, 20) : null },
  })
}
