import { attachment } from '../../../http/attachment'
import { blobAnswer, bytesAnswer } from '../../../http/bytes-answer'
import { matchesEtag, notModified } from '../../../http/etag'
import { rangedAnswer } from '../../../http/ranged-answer'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { isShownByAll, needsJpeg } from './accepted-images'
import { downloadName, fileMediaType } from './download'
import { folderArchive } from './folder-archive'
import { generatedZip } from './generated-zip'
import type { OpenBooks } from './open-books'
import { type PageSource, pageImage, servedWidth } from './page-image'

export interface PageDeps extends PageSource {
  readonly openBooks: OpenBooks
}

export type FileDeps = Pick<PageDeps, 'openBooks' | 'cache' | 'log'>

/** Caller, range and version: everything an answer depends on. */
interface Asker {
  readonly viewer: Viewer
  readonly request: Request
}

interface WantedPage {
  readonly bookId: string
  /** 1-based. */
  readonly number: number
  readonly width: number | undefined
  /** The content version in the address; such an answer can be cached forever. */
  readonly version: string | undefined
  /** The format for pages of other types; absent: only for types that the app cannot show. */
  readonly convert?: 'jpeg' | undefined
}

/**
 * One page as an image, or 304.
 * @throws NotFound for a missing or hidden book or page
 */
export async function pageAnswer(deps: PageDeps, { viewer, request }: Asker, wanted: WantedPage): Promise<Response> {
  const { openBooks, ...source } = deps
  const book = await openBooks.open(viewer, wanted.bookId)
  const entry = book.pages[wanted.number - 1]
  if (!entry) throw notFound('Page')
  const width = servedWidth(entry, wanted.width)
  const { convert } = wanted
  const asJpeg = convert === 'jpeg' ? entry.mediaType !== 'image/jpeg' : needsJpeg(entry.mediaType, request)
  const etag = `"${book.version}-${wanted.number}${width === null ? '' : `-${width}`}${asJpeg ? '-jpeg' : ''}"`
  const headers = {
    ETag: etag,
    'Cache-Control': cacheControl(wanted.version === book.version),
    ...(convert || isShownByAll(entry.mediaType) ? {} : { Vary: 'Accept' }),
  }
  if (matchesEtag(request, etag)) return notModified(headers)
  const image = await pageImage(source, book, wanted.number, entry, { width, asJpeg })
  const { body, mediaType } = image
  const sent = { ...headers, 'Content-Type': mediaType }
  return body instanceof Blob ? blobAnswer(body, sent) : bytesAnswer(body, sent)
}

/**
 * The book's file: whole, a range of it, 304 or 416.
 * @throws NotFound for a missing or hidden book
 */
export async function fileAnswer(deps: FileDeps, { viewer, request }: Asker, bookId: string): Promise<Response> {
  const { openBooks } = deps
  const book = await openBooks.open(viewer, bookId)
  const headers = {
    ETag: `"${book.version}-${book.fileSize}-${book.modifiedMs}"`,
    'Last-Modified': new Date(book.modifiedMs).toUTCString(),
    'Content-Type': fileMediaType(book.fileName, book.format),
    'Content-Disposition': attachment(downloadName(book.fileName)),
  }
  return rangedAnswer(request, headers, () => {
    if (!book.isFolder) return { size: book.fileSize, body: Bun.file(book.file) }
    if (book.pages.length === 0) throw new AppError('UnprocessableEntity', 'The book has no readable pages')
    return generatedZip(deps, request, `${book.id} ${headers.ETag}`, folderArchive(book))
  })
}

/** An address with a version never changes its content; any other is revalidated each time. */
function cacheControl(versioned: boolean): string {
  return versioned ? 'private, max-age=31536000, immutable' : 'private, no-cache'
}
