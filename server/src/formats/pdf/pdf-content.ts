import type { PdfDocument } from '../decoders'
import type { BookContent, ContentPart } from '../pages-hash'
import type { Size } from './pdf-size'

/** So much content makes a PDF distinct, which takes some pages. */
const ENOUGH = { objects: 1_000, imageBytes: 8 * 1024 * 1024 }
const FEWEST_PAGES = 4
const MOST_PAGES = 32
/** A line of text, a stroke, a picture: what it is and where it lies tells as much as so many bytes of an image. */
const OBJECT_WORTH = 256
/** CPU time after which a PDF is not known by its pages. */
const MOST_CPU_MS = 3_000

/**
 * What makes the content of a PDF: how many pages of which sizes, and what is drawn on some of them, from all over it.
 * Tools that write metadata rewrite the file, with other numbers, tables and compression, but draw the same. Null
 * when that cannot be seen, or takes too long.
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
 * Pages from 0, the first, then one in the middle, then those in the middle of the halves, and so on: however soon it
 * is left, what was seen comes from all over the book.
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
