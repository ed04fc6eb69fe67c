import type { PdfDocument } from '../decoders'
import type { BookContent, ContentPart } from '../pages-hash'
import type { Size } from './pdf-size'

/** Content that makes a PDF distinctive, which takes some pages. */
const ENOUGH = { objects: 1_000, imageBytes: 8 * 1024 * 1024 }
const FEWEST_PAGES = 4
const MOST_PAGES = 32
/**
 * Weight of a drawn object (line of text, stroke, picture): its type and position count like this number of image
 * bytes.
 */
const OBJECT_WORTH = 256
/** CPU time limit, after which a PDF gets no page hash. */
const MOST_CPU_MS = 3_000

/**
 * The content of a PDF: number and sizes of pages, and the objects drawn on a sample of them. Tools that write metadata
 * rewrite the file with other object numbers, tables and compression, but draw the same. Null if that is unavailable,
 * or takes too long.
 */
export function pdfContent(document: PdfDocument, sizes: readonly (Size | null)[]): BookContent | null {
  const parts: ContentPart[] = []
  const seen = { objects: 0, imageBytes: 0 }
  const before = cpuMs()
  for (const index of pagesAllOver(sizes.length)) {
    const drawn = document.drawn(index)
    if (drawn === null) continue
    seen.objects += drawn.objects
    seen.imageBytes += drawn.imageBytes
    parts.push({ crc: drawn.crc, size: drawn.imageBytes + drawn.objects * OBJECT_WORTH })
    if (cpuMs() - before > MOST_CPU_MS) return null
    const isEnough = seen.objects >= ENOUGH.objects || seen.imageBytes >= ENOUGH.imageBytes
    if (isEnough && parts.length >= FEWEST_PAGES) break
  }
  const frame = ['pdf', ...sizes.map(size => (size === null ? '' : `${size.width} ${size.height}`))].join('\n')
  return { format: 'pdf', parts, frame }
}

/**
 * 0-based pages: the first, the middle, then the middles of the halves, and so on: wherever it stops, the sample covers
 * the whole book.
 */
function pagesAllOver(count: number): Iterable<number> {
  const pages = new Set<number>()
  for (let n = 0; pages.size < Math.min(count, MOST_PAGES); n++) {
    let place = 0
    for (let rest = n, step = 0.5; rest > 0; rest >>= 1, step /= 2) if (rest & 1) place += step
    pages.add(Math.floor(place * count))
  }
  return pages
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
