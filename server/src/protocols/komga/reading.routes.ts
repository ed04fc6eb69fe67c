import type { KomgaPageDto } from '@octavo/contract/komga'
import {
  komgaDeleteProgress,
  komgaDownloadBookFile,
  komgaGetBookThumbnail,
  komgaGetPage,
  komgaGetPageThumbnail,
  komgaGetTracker,
  komgaListPages,
  komgaMarkSeriesAsRead,
  komgaMarkSeriesAsUnread,
  komgaUpdateProgress,
  komgaUpdateTracker,
} from '@octavo/contract/komga-reading'
import { type CoverDeps, coverAnswers } from '../../features/catalogue/covers'
import { fileAnswer, type PageDeps, pageAnswer } from '../../features/catalogue/pages'
import { findReadableBook, type ProgressDeps, readerActs } from '../../features/reading/progress'
import type { Binder } from '../../http/bind'
import { tagged } from '../../http/reply-cache'
import { AppError, notFound } from '../../kernel/app-error'
import { sizeText } from './dtos'

export interface ReadingDeps extends PageDeps, CoverDeps, ProgressDeps {}

const PAGE_THUMBNAIL_WIDTH = 320

/** Pages, covers and files of books, and progress. */
export function readingRoutes(binder: Binder, deps: ReadingDeps): void {
  const { reader, openBooks } = deps

  binder.bind(komgaGetBookThumbnail, call =>
    coverAnswers.bookCoverAnswer(deps, call, { id: call.params.book_id, version: undefined }),
  )
  binder.bind(komgaDownloadBookFile, call => fileAnswer(deps, call, call.params.book_id))
  binder.bind(komgaListPages, async ({ viewer, params, request }) => {
    const book = await openBooks.open(viewer, params.book_id)
    const pages = book.format === 'epub' ? [] : book.pages
    return tagged(
      request,
      pages.map(
        (page, at): KomgaPageDto => ({
          number: at + 1,
          fileName: page.name,
          mediaType: page.mediaType,
          width: page.width,
          height: page.height,
          sizeBytes: page.size,
          size: sizeText(page.size),
        }),
      ),
    )
  })

  binder.bind(komgaGetPage, call => {
    const { zero_based: isZeroBased, convert } = call.query
    const number = numberOf(call.params.page_number) + (isZeroBased ? 1 : 0)
    // Conversions always give JPEG; JPEG, PNG and GIF, which all apps show, stay as they are.
    const request = convert
      ? new Request(call.request, { headers: withAccept(call.request, 'image/jpeg') })
      : call.request
    const wanted = { bookId: call.params.book_id, number, width: undefined, version: undefined }
    return pageAnswer(deps, { viewer: call.viewer, request }, wanted)
  })
  binder.bind(komgaGetPageThumbnail, call => {
    const number = numberOf(call.params.page_number)
    const request = new Request(call.request, { headers: withAccept(call.request, 'image/jpeg') })
    const wanted = { bookId: call.params.book_id, number, width: PAGE_THUMBNAIL_WIDTH, version: undefined }
    return pageAnswer(deps, { viewer: call.viewer, request }, wanted)
  })

  binder.bind(komgaUpdateProgress, async ({ viewer, params, body, request }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    const { page, completed, deviceId } = body
    if ((page === null || page === undefined) && completed !== true) {
      throw new AppError('BadRequest', 'page must be specified if completed is false or null')
    }
    if (typeof page === 'number' && (page < 1 || page > Math.max(1, book.page_count))) {
      throw new AppError(
        'BadRequest',
        `Page argument (${page}) must be within 1 and book page count (${book.page_count})`,
      )
    }
    await readerActs.reachPage(deps, viewer, book, {
      ...readerActs.sourceOf(request, viewer, deviceId ?? undefined),
      page: page ?? null,
      completed: completed ?? undefined,
    })
    return null
  })
  binder.bind(komgaDeleteProgress, async ({ viewer, params, request }) => {
    const book = await findReadableBook(reader, viewer, params.book_id)
    await readerActs.leave(deps, viewer, book, readerActs.sourceOf(request, viewer))
    return null
  })
  for (const [route, mark] of [
    [komgaMarkSeriesAsRead, 'read'],
    [komgaMarkSeriesAsUnread, 'unread'],
  ] as const) {
    binder.bind(route, async ({ viewer, params, request }) => {
      await readerActs.markSeriesOf(deps, viewer, readerActs.sourceOf(request, viewer), params.series_id, mark)
      return null
    })
  }

  binder.bind(komgaGetTracker, ({ viewer, params }) => readerActs.readUpTo(reader, viewer, params.series_id))
  binder.bind(komgaUpdateTracker, async ({ viewer, params, body, request }) => {
    const source = readerActs.sourceOf(request, viewer)
    await readerActs.markUpTo(deps, viewer, source, params.series_id, body.lastBookNumberSortRead)
    return null
  })
}

/** @throws NotFound for an invalid page number */
function numberOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound('Page')
  return Number(text)
}

function withAccept(request: Request, mediaType: string): Headers {
  const headers = new Headers(request.headers)
  headers.set('accept', mediaType)
  return headers
}
