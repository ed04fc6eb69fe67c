import { type BookReading, type CoverCandidate, canBecomeCover } from '../book-reading'
import { comicReading } from '../comic-reading'
import type { FileProblem } from '../facts'
import { readImageHeader } from '../image/image-header'
import { FORMAT_LIMITS } from '../limits'
import { badPage, goodPage, noImageProblem, type PageReading } from '../page-entry'
import { fileProblem, printable, problemOf, refuse } from '../problem'
import { readInfoFiles } from '../sidecar/info-files'
import { type FolderMember, type ImageFolder, readMember } from './open-folder'

/** A folder of images as a book: the server sends its pages directly. Throws FileProblemError. */
export function readComicFolder(folder: ImageFolder): BookReading {
  if (folder.overfull) {
    refuse('parser', 'too-large', 'The folder holds more images than a book may have.', { most: FORMAT_LIMITS.entries })
  }
  const readings = folder.pages.map(page => readPage(folder, page))
  const info = readInfoFiles(folder.infos, ({ name }) => readMember(folder, name, 0, FORMAT_LIMITS.xmlBytes + 1))
  return comicReading({ format: 'cbz', readings, info, covers: readings.flatMap(reading => coverOf(folder, reading)) })
}

/** The bytes of one page. Throws FileProblemError. */
export function readFolderPage(folder: { readonly path: string }, name: string, size: number): Buffer {
  if (size > FORMAT_LIMITS.entryBytes) refuse('page_extraction', 'too-large', 'The page is too large.', { bytes: size })
  const bytes = readMember(folder, name, 0, size + 1)
  if (bytes.length === size) return bytes
  return refuse('page_extraction', 'changed-while-read', 'The page was changed since it was scanned.', { page: name })
}

const HEAD_STEPS = [4 * 1024, FORMAT_LIMITS.imageHeadBytes, 32 * 1024 * 1024]

function readPage(folder: ImageFolder, { name, size }: FolderMember): PageReading {
  const sizes = { storedSize: size, size }
  if (size > FORMAT_LIMITS.entryBytes) {
    return badPage(name, sizes, fileProblem('page_extraction', 'too-large', 'A page is too large.'))
  }
  if (printable(name) !== name) return badPage(name, sizes, nameProblem())
  try {
    for (const want of HEAD_STEPS) {
      const header = readImageHeader(readMember(folder, name, 0, want))
      if (header === null) break
      if (header !== 'more') return goodPage(name, { offset: 0, ...sizes, storage: 'file' }, header)
      if (want >= size) break
    }
    return badPage(name, sizes, noImageProblem())
  } catch (error) {
    return badPage(name, sizes, problemOf(error, noImageProblem()))
  }
}

/** Pages are found by name, and this name is not representable. */
function nameProblem(): FileProblem {
  return fileProblem(
    'page_extraction',
    'unsupported',
    'The name of a page has characters that cannot be shown: rename it.',
  )
}

function coverOf(folder: ImageFolder, { page, problem: found }: PageReading): CoverCandidate[] {
  const { name, size, width, height, mediaType } = page
  if (found !== null || width === null || height === null || !canBecomeCover(mediaType)) return []
  return [{ width, height, load: async () => ({ kind: 'encoded', bytes: readFolderPage(folder, name, size) }) }]
}
