import type { PdfDocument } from '../formats/decoders'
import { detectContainer } from '../formats/detect'
import { isEpub, listEpubPages } from '../formats/epub/epub-book'
import { indexMembers } from '../formats/epub/members'
import { readPackage } from '../formats/epub/package-document'
import { lockedPaths } from '../formats/epub/protection'
import { type FileSource, withSource } from '../formats/file-source'
import { readFolderPage } from '../formats/folder/comic-folder'
import { isFolder } from '../formats/folder/open-folder'
import { FORMAT_LIMITS } from '../formats/limits'
import { listPackedPages, unpackPage } from '../formats/packed/comic-packed'
import { isLabelOf } from '../formats/page-label'
import { narrowedTo, pagePixels } from '../formats/pdf/pdf-size'
import { refuse } from '../formats/problem'
import { listZipPages } from '../formats/zip/comic-zip'
import { checkCrc, inflateEntry, readChecked } from '../formats/zip/entry-bytes'
import { openZip } from '../formats/zip/open-zip'
import type { ZipEntry } from '../formats/zip/zip-entry'
import { openPacked } from './decode/open-packed'
import { encodePixels, type PageImage, toPageImage, type WantedImage } from './decode/page-image'
import { withPdfHandle } from './decode/pdf-handle'
import { loadZipMethods } from './decode/zip-methods'
import type { PageRequest } from './pool.types'

/** Extracts one page from its file, and renders or resizes it. Throws FileProblemError. */
export async function makePage(request: PageRequest): Promise<PageImage> {
  if (isFolder(request.path)) return toPageImage(folderPage(request), wantedOf(request))
  if (request.storage === 'rendered') return renderPdfPage(request)
  return withSource(request.path, async source => toPageImage(await pageBytes(source, request), wantedOf(request)))
}

function wantedOf({ width, asJpeg }: PageRequest): WantedImage {
  return { width, asJpeg: asJpeg === true }
}

async function pageBytes(source: FileSource, request: PageRequest): Promise<Buffer> {
  if (request.storage === 'packed') return packedPage(source, request)
  if (Math.max(request.storedSize, request.size) > FORMAT_LIMITS.entryBytes) {
    refuse('page_extraction', 'too-large', 'The page is too large.', { bytes: request.size })
  }
  const raw = source.read(request.offset, request.storedSize)
  if (raw.length < request.storedSize) refuse('page_extraction', 'page-corrupt', 'The page is cut off.')
  const bytes = request.storage === 'stored' ? raw : inflateEntry(raw, request.size)
  checkCrc(bytes, request.crc)
  return bytes
}

/** A page that is not readable in place is found by number, and must have the expected name. */
async function packedPage(source: FileSource, request: PageRequest): Promise<Buffer> {
  const container = detectContainer(source)
  if (container === 'zip') return readChecked(source, pageAt(await zipPages(source), request))
  if (container === null || container === 'tar' || container === 'pdf') return refuseUnshowable(request)
  const archive = await openPacked(source, container)
  return unpackPage(archive, pageAt(listPackedPages(archive.entries), request))
}

function folderPage(request: PageRequest): Buffer {
  if (request.storage !== 'file') return refuseUnshowable(request)
  return readFolderPage(request, request.name, request.size)
}

/** A `packed` page of a tar is one found to be invalid. */
function refuseUnshowable({ name }: PageRequest): never {
  return refuse('page_extraction', 'page-corrupt', 'The page is not an image that can be read.', { page: name })
}

async function zipPages(source: FileSource): Promise<ZipEntry[]> {
  const entries = await openZip(source, { loadZipMethods })
  if (!isEpub(source, entries)) return listZipPages(entries)
  const members = indexMembers(source, entries)
  return listEpubPages(members, readPackage(members), lockedPaths(members))
}

function pageAt<T extends { readonly name: string }>(pages: readonly T[], request: PageRequest): T {
  const entry = pages[request.page - 1]
  if (entry !== undefined && isLabelOf(request.name, entry.name)) return entry
  return refuse('page_extraction', 'changed-while-read', 'The file was changed since it was scanned.')
}

async function renderPdfPage(request: PageRequest): Promise<PageImage> {
  return withPdfHandle(request, async document => {
    const index = request.page - 1
    if (index < 0 || index >= document.pageCount) {
      refuse('pdf_rendering', 'changed-while-read', 'The file was changed since it was scanned.')
    }
    const jpeg = document.soleJpeg(index)
    if (jpeg !== null) return toPageImage(jpeg, wantedOf(request))
    return encodePixels(await renderAt(document, index, request.width))
  })
}

async function renderAt(document: PdfDocument, index: number, width: number | null) {
  const points = document.pageSize(index)
  const full = points === null ? null : pagePixels(points)
  if (full === null) return refuse('pdf_rendering', 'page-corrupt', 'The page has no extent.')
  const image = await document.render(index, width === null ? full : narrowedTo(full, width))
  return image.kind === 'pixels' ? image : refuse('pdf_rendering', 'page-corrupt', 'The page cannot be rendered.')
}
