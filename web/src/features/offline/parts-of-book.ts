import { belowBase } from '../../api/base-path'
import { addressOf, api } from '../../api/client'
import type { BookDto } from '../../api/types'
import { partsAddress } from '../../device/device-parts'
import { pageAddress } from '../../reader/comic/page-address'
import { bookCover } from '../books/book-facts'

/** A part to download, and its address on the device. */
export interface BookPart {
  readonly key: string
  readonly address: string
  readonly width?: string | null
  /** Parts of ebooks are requested by ticket, without the session. */
  readonly byTicket?: true
  /** Some books lack it. */
  readonly optional?: true
}

/** Requests of a reader besides pages, without the query. */
function pathsOf({ id, fileFormat }: BookDto): string[] {
  const params = { book_id: id }
  const common = [
    addressOf('/api/v1/books/{book_id}', { params }),
    addressOf('/api/v1/books/{book_id}/full', { params }),
    addressOf('/api/v1/books/{book_id}/adjacent', { params }),
  ]
  return fileFormat === 'epub'
    ? [...common, addressOf('/api/v1/books/{book_id}/manifest', { params })]
    : [...common, addressOf('/api/v1/books/{book_id}/pages', { params })]
}

/** Everything that is needed to read a book without a network, smallest parts first. */
export async function partsOfBook(book: BookDto, signal: AbortSignal): Promise<BookPart[]> {
  const params = { book_id: book.id }
  const marks = addressOf('/api/v1/books/{book_id}/marks', { params })
  const texts: BookPart[] = [
    ...pathsOf(book).map(address => ({ key: address, address })),
    { key: marks, address: addressOf('/api/v1/books/{book_id}/marks', { params, query: { page: 1, pageSize: 500 } }) },
    { key: withoutQuery(bookCover(book)), address: bookCover(book), optional: true },
  ]
  if (book.fileFormat === 'epub') return [...texts, ...(await membersOf(book.id, signal))]
  if (book.fileFormat === 'pdf') {
    const file = addressOf('/api/v1/books/{book_id}/file', { params })
    return [...texts, { key: file, address: file }]
  }
  const pages = await api.get('/api/v1/books/{book_id}/pages', { params, signal })
  // The width at which the reader shows a page: a phone is held upright, a large screen shows two.
  const width = Math.min(screen.width, screen.height)
  return [
    ...texts,
    ...pages.map((page, index) => {
      const address = pageAddress(book, index, width, page.width ?? null)
      const asked = new URL(address, location.href).searchParams.get('width')
      return { key: withoutQuery(address), address, width: asked }
    }),
  ]
}

async function membersOf(bookId: string, signal: AbortSignal): Promise<BookPart[]> {
  const params = { book_id: bookId }
  const [{ readingOrder, resources }, ticket] = await Promise.all([
    api.get('/api/v1/books/{book_id}/manifest', { params, signal }),
    api.post('/api/v1/books/{book_id}/resource-ticket', { params, signal }),
  ])
  const [folder, here] = [new URL(belowBase(ticket.base), location.href).href, partsAddress(bookId)]
  const hrefs = new Set([...readingOrder, ...(resources ?? [])].map(({ href }) => href))
  return [...hrefs].map(href => ({
    key: new URL(href, here).href,
    address: new URL(href, folder).href,
    byTicket: true,
    // Listed in the manifest, which says nothing about the archive.
    optional: true,
  }))
}

const withoutQuery = (address: string) => address.split('?')[0] ?? address
