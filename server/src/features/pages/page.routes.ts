import { getBookFile, getPageImage, listBookPages, type PageDto } from '@octavo/contract/page'
import type { Binder } from '../../http/bind'
import { matchesEtag, notModified } from '../../http/etag'
import { requestedRange } from '../../http/range'
import { AppError, notFound } from '../../kernel/app-error'
import { attachment, FILE_MEDIA_TYPES } from './download'
import type { OpenBooks } from './open-books'
import { pageId } from './page-id'
import { type PageSource, pageImage, servedWidth } from './page-image'

export interface PageDeps extends PageSource {
  readonly openBooks: OpenBooks
}

/** Pages of a book, one page as an image, the file itself. */
export function pageRoutes(binder: Binder, { openBooks, ...source }: PageDeps): void {
  binder.bind(listBookPages, async ({ viewer, params, request }) => {
    const book = await openBooks.open(viewer, params.book_id)
    const etag = `"${book.version}-pages"`
    const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' }
    if (matchesEtag(request, etag)) return notModified(headers)
    const pages: PageDto[] = book.pages.map((page, index) => ({
      id: pageId(book.id, index + 1),
      bookId: book.id,
      pageNumber: index + 1,
      fileName: page.name,
      fileFormat: page.mediaType.replace('image/', ''),
      fileSize: page.size,
      width: page.width,
      height: page.height,
    }))
    return Response.json(pages, { headers })
  })

  binder.bind(getPageImage, async ({ viewer, params, query, request }) => {
    const book = await openBooks.open(viewer, params.book_id)
    const number = params.page_number
    const entry = book.pages[number - 1]
    if (!entry) throw notFound('Page')
    const width = servedWidth(entry, query.width)
    const etag = `"${book.version}-${number}${width === null ? '' : `-${width}`}"`
    const headers = { ETag: etag, 'Cache-Control': cacheControl(query.v === book.version) }
    if (matchesEtag(request, etag)) return notModified(headers)
    const image = await pageImage(source, book, number, entry, width)
    return new Response(image.body, { headers: { ...headers, 'Content-Type': image.mediaType } })
  })

  binder.bind(getBookFile, async ({ viewer, params, request }) => {
    const book = await openBooks.open(viewer, params.book_id)
    const etag = `"${book.version}-${book.fileSize}-${book.modifiedMs}"`
    const headers = {
      ETag: etag,
      'Cache-Control': 'private, no-cache',
      'Last-Modified': new Date(book.modifiedMs).toUTCString(),
      'Accept-Ranges': 'bytes',
      'Content-Type': FILE_MEDIA_TYPES[book.format] ?? 'application/octet-stream',
      'Content-Disposition': attachment(book.fileName),
    }
    if (matchesEtag(request, etag)) return notModified(headers)
    const file = Bun.file(book.file)
    const range = requestedRange(request, book.fileSize, etag)
    if (range.kind === 'whole') return new Response(file, { headers })
    if (range.kind === 'outside') {
      const error = new AppError('RangeNotSatisfiable', `The file has ${book.fileSize} bytes`)
      return Response.json(
        { error: error.code, message: error.message },
        { status: 416, headers: { 'Content-Range': `bytes */${book.fileSize}` } },
      )
    }
    return new Response(file.slice(range.first, range.last + 1), {
      status: 206,
      headers: {
        ...headers,
        'Content-Range': `bytes ${range.first}-${range.last}/${book.fileSize}`,
        'Content-Length': String(range.last - range.first + 1),
      },
    })
  })
}

/** An address that names the version never changes its content; any other is asked about each time. */
function cacheControl(versioned: boolean): string {
  return versioned ? 'private, max-age=31536000, immutable' : 'private, no-cache'
}
