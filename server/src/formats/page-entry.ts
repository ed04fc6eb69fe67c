import type { FileProblem, PageEntry } from './facts'
import type { ImageHeader } from './image/image-header'
import { FORMAT_LIMITS } from './limits'
import { fileProblem, printable } from './problem'

/** The media type of a listed page that cannot be shown; it is never sent as an image. */
const UNKNOWN_MEDIA_TYPE = 'application/octet-stream'

export interface PageReading {
  readonly page: PageEntry
  readonly problem: FileProblem | null
}

type Place = Pick<PageEntry, 'offset' | 'storedSize' | 'size' | 'storage' | 'crc'>

/** A page with a readable header; its pixels may still exceed our limit. */
export function goodPage(name: string, place: Place, header: ImageHeader): PageReading {
  const { mediaType, width, height } = header
  const page = { name: printable(name), ...place, mediaType, width, height }
  const tooLarge = width * height > FORMAT_LIMITS.imagePixels || Math.max(width, height) > FORMAT_LIMITS.imageSide
  return {
    page,
    problem: tooLarge
      ? fileProblem('page_extraction', 'too-large', 'A page has too many pixels.', { page: page.name, width, height })
      : null,
  }
}

/**
 * A page that cannot be shown. It stays in the list as `packed`, so that page numbers agree everywhere: a request for
 * it gets the problem from a parser process, and its bytes are never sent.
 */
export function badPage(name: string, sizes: Pick<Place, 'storedSize' | 'size'>, found: FileProblem): PageReading {
  const page: PageEntry = {
    name: printable(name),
    offset: 0,
    storedSize: sizes.storedSize,
    size: sizes.size,
    storage: 'packed',
    mediaType: UNKNOWN_MEDIA_TYPE,
    width: null,
    height: null,
  }
  return { page, problem: { ...found, details: { page: page.name, ...found.details } } }
}

export function noImageProblem(): FileProblem {
  return fileProblem('page_extraction', 'page-corrupt', 'A page is not an image that can be read.')
}

/** The problems of all pages, in reading order, combined: the most severe first one, with the number of affected pages. */
export function pagesProblem(readings: readonly PageReading[]): FileProblem | null {
  const found = readings.flatMap(({ problem }, index) => (problem === null ? [] : [numbered(problem, index)]))
  const [first] = found
  if (first === undefined) return null
  const encrypted = found.filter(one => one.reason === 'encrypted')
  const worst = encrypted[0] ?? first
  if (encrypted.length === readings.length) {
    return fileProblem('parser', 'encrypted', 'The archive is encrypted: it needs a password.', {
      pages: readings.length,
    })
  }
  return found.length === 1 ? worst : { ...worst, details: { ...worst.details, pages: found.length } }
}

/** A person knows pages by number; names of files often count differently. */
function numbered(problem: FileProblem, index: number): FileProblem {
  return { ...problem, details: { ...problem.details, pageNumber: index + 1 } }
}

export function noPagesProblem(): FileProblem {
  return fileProblem('zero_pages', 'no-pages', 'There is no image in this archive.')
}
