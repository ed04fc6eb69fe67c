import { blobAnswer, bytesAnswer } from '../../../http/bytes-answer'
import { matchesEtag, notModified } from '../../../http/etag'
import { requestedRange } from '../../../http/range'
import { AppError, notFound } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { isShownByAll, needsJpeg } from './accepted-images'
import { attachment, downloadName, fileMediaType } from './download'
import { folderArchive } from './folder-archive'
import type { OpenBook, OpenBooks } from './open-books'
import { type PageSource, pageImage, servedWidth } from './page-image'

export interface PageDeps extends PageSource {
  readonly openBooks: OpenBooks
}

/** Caller, range and version: everything else that an answer depends on. */
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
}

/**
 * One page as an image, or 304.
 * @throws NotFound if the viewer has no such book or page
 */
export async function pageAnswer(deps: PageDeps, { viewer, request }: Asker, wanted: WantedPage): Promise<Response> {
  const { openBooks, ...source } = deps
  const book = await openBooks.open(viewer, wanted.bookId)
  const entry = book.pages[wanted.number - 1]
  if (!entry) throw notFound('Page')
  const width = servedWidth(entry, wanted.width)
  const asJpeg = needsJpeg(entry.mediaType, request)
  const etag = `"${book.version}-${wanted.number}${width === null ? '' : `-${width}`}${asJpeg ? '-jpeg' : ''}"`
  const headers = {
    ETag: etag,
    'Cache-Control': cacheControl(wanted.version === book.version),
    ...(isShownByAll(entry.mediaType) ? {} : { Vary: 'Accept' }),
  }
  if (matchesEtag(request, etag)) return notModified(headers)
  const image = await pageImage(source, book, wanted.number, entry, { width, asJpeg })
  const { body, mediaType } = image
  const sent = { ...headers, 'Content-Type': mediaType }
  return body instanceof Blob ? blobAnswer(body, sent) : bytesAnswer(body, sent)
}

/**
 * The book's file: whole, a range of it, 304 or 416.
 * @throws NotFound if the viewer has no such book
 */
export async function fileAnswer(openBooks: OpenBooks, { viewer, request }: Asker, bookId: string): Promise<Response> {
  const book = await openBooks.open(viewer, bookId)
  const etag = `"${book.version}-${book.fileSize}-${book.modifiedMs}"`
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    'Last-Modified': new Date(book.modifiedMs).toUTCString(),
    'Accept-Ranges': 'bytes',
    'Content-Type': fileMediaType(book.fileName, book.format),
    'Content-Disposition': attachment(downloadName(book.fileName)),
  }
  if (matchesEtag(request, etag)) return notModified(headers)
  const { size, whole, part } = book.isFolder ? partsOfFolder(book) : partsOfFile(book)
  const range = requestedRange(request, size, etag)
  if (range.kind === 'whole')
    return new Response(await whole(), { headers: { ...headers, 'Content-Length': String(size) } })
  if (range.kind === 'outside') {
    const error = new AppError('RangeNotSatisfiable', `The file has ${size} bytes`)
    return Response.json(
      { error: error.code, message: error.message },
      { status: 416, headers: { 'Content-Range': `bytes */${size}` } },
    )
  }
  return new Response(await part(range.first, range.last), {
    status: 206,
    headers: {
      ...headers,
      'Content-Range': `bytes ${range.first}-${range.last}/${size}`,
      'Content-Length': String(range.last - range.first + 1),
    },
  })
}

type Body = Blob | Promise<ArrayBuffer | ReadableStream<Uint8Array>>

/** A file as it goes out: its length, all of it, and any part of it by its first and last byte. */
interface Parts {
  readonly size: number
  whole(): Body
  part(first: number, last: number): Body
}

function partsOfFile({ file, fileSize: size }: OpenBook): Parts {
  const content = Bun.file(file)
  return { size, whole: () => content, part: (first, last) => content.slice(first, last + 1) }
}

/**
 * A folder of images goes out as a zip. Bun says no length of a stream, so what is small is put together first; of what is large
 * HEAD and ranges say it.
 */
function partsOfFolder(book: OpenBook): Parts {
  if (book.pages.length === 0) throw new AppError('UnprocessableEntity', 'The book has no readable pages')
  const { size, stream } = folderArchive(book)
  const part = async (first: number, last: number) =>
    last - first < LIMITS.pages.joinedArchive ? new Response(stream(first, last)).arrayBuffer() : stream(first, last)
  return { size, whole: () => part(0, size - 1), part }
}

/** An address that names the version never changes its content; any other is asked about each time. */
function cacheControl(versioned: boolean): string {
  return versioned ? 'private, max-age=31536000, immutable' : 'private, no-cache'
}
