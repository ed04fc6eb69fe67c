import { getBookFile, getPageImage, listBookPages, type PageDto } from '@octavo/contract/page'
import type { Binder } from '../../../http/bind'
import { matchesEtag, notModified } from '../../../http/etag'
import { fileAnswer, type PageDeps, pageAnswer } from './answers.routes'
import { pageId } from './page-id'

/** Pages of a book, page images, and the file itself. */
export function pageRoutes(binder: Binder, deps: PageDeps): void {
  binder.bind(listBookPages, async ({ viewer, params, request }) => {
    const book = await deps.openBooks.open(viewer, params.book_id)
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

  binder.bind(getPageImage, call => {
    const { book_id: bookId, page_number: number } = call.params
    return pageAnswer(deps, call, { bookId, number, width: call.query.width, version: call.query.v })
  })

  binder.bind(getBookFile, call => fileAnswer(deps, call, call.params.book_id))
}
