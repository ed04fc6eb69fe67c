import type { Permission } from '@octavo/contract/access'
import type { AddCoverRequest } from '@octavo/contract/cover'
import { requirePermission } from '../../../http/bind'
import { AppError, notFound } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { usualCovers } from '../covers'
import { pageAnswer } from '../pages'
import type { NewPicture } from './choose-cover'
import type { ChoosingDeps } from './chosen-cover.types'
import { type CoverSubject, findSubject } from './cover-subject.queries'
import { fetchPicture } from './fetch-picture'

/** Permissions to see a book's pages, and so to use one as a cover. */
const SEES_PAGES: Permission = 'pages-read'

/**
 * The picture that a request names: at a web address, a page of a book, the cover of a book, or drawn from the title.
 * @throws BadRequest unless it names exactly one; NotFound for a missing or hidden book or page
 */
export async function requestedPicture(
  deps: ChoosingDeps,
  viewer: Viewer,
  subject: CoverSubject,
  { url, bookId, page, generated, crop = null }: AddCoverRequest,
): Promise<NewPicture> {
  const isOfBook = page != null || (bookId != null && bookId.toLowerCase() !== subject.id)
  if ([url != null, isOfBook, generated === true].filter(Boolean).length !== 1) {
    throw new AppError('BadRequest', 'Name exactly one image: url, page, bookId or generated', {
      path: 'url',
    })
  }
  if (url != null) return { bytes: await fetchPicture(url, deps.fetching), source: 'url', crop, path: 'url' }
  if (generated === true) {
    return { bytes: await usualCovers.drawnPicture(deps, subject), source: 'generated', crop, path: 'generated' }
  }
  const of = bookId ?? (subject.kind === 'book' ? subject.id : null)
  if (of === null) throw new AppError('BadRequest', 'A page needs the id of its book', { path: 'bookId' })
  const book = await findSubject(deps.reader, viewer, 'book', of)
  if (page == null) {
    const bytes = await usualCovers.pictureOfBook(deps, book)
    return { bytes, source: `book:${book.id}`, crop, path: 'bookId' }
  }
  const ofOther = book.id === subject.id ? '' : `book:${book.id}:`
  return { bytes: await pageBytes(deps, viewer, book.id, page), source: `${ofOther}page:${page}`, crop, path: 'page' }
}

async function pageBytes(deps: ChoosingDeps, viewer: Viewer, bookId: string, number: number): Promise<Uint8Array> {
  requirePermission(viewer, SEES_PAGES)
  const request = new Request('http://localhost/', { headers: { Accept: 'image/jpeg' } })
  const wanted = { bookId, number, width: LIMITS.covers.masterSide, version: undefined }
  const answer = await pageAnswer(deps, { viewer, request }, wanted)
  if (answer.status !== 200) throw notFound('Page')
  return answer.bytes()
}
