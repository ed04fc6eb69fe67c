import { type BookReading, COVER_ATTEMPTS, type CoverCandidate } from '../book-reading'
import type { Decoders, PdfDocument } from '../decoders'
import type { FileSource } from '../file-source'
import { FORMAT_LIMITS } from '../limits'
import { goodPage, type PageReading, pagesProblem } from '../page-entry'
import { fileProblem, refuse } from '../problem'
import { pdfContent } from './pdf-content'
import { pdfMetadata } from './pdf-metadata'
import { fittedTo, pagePixels, type Size } from './pdf-size'

/** A cover is rendered at the size of its thumbnail. */
const COVER_SIDE = 400
const RENDERED = { offset: 0, storedSize: 0, size: 0, storage: 'rendered' } as const

/** Reads a PDF; `finish` runs while it is open, so that a cover can be rendered. */
export async function readPdf<T>(
  source: FileSource,
  decoders: Decoders,
  finish: (reading: BookReading) => Promise<T>,
): Promise<T> {
  return decoders.withPdf(source, async document => finish(readDocument(document, source)))
}

function readDocument(document: PdfDocument, source: FileSource): BookReading {
  const { pageCount } = document
  if (pageCount > FORMAT_LIMITS.pdfPages) {
    refuse('parser', 'too-large', `The PDF has more than ${FORMAT_LIMITS.pdfPages} pages.`, { pages: pageCount })
  }
  const sizes = Array.from({ length: pageCount }, (_, i) => pixelsOf(document, i))
  if (pageCount > 0 && sizes.every(size => size === null)) {
    refuse('parser', 'corrupt', 'No page of the PDF can be read.', { pages: pageCount })
  }
  const readings = sizes.map((size, i) => readPage(size, i + 1))
  const found =
    pageCount === 0 ? fileProblem('zero_pages', 'no-pages', 'The PDF has no pages.') : pagesProblem(readings)
  return {
    format: 'pdf',
    pages: readings.map(reading => reading.page),
    pageCount,
    said: [pdfMetadata(document, source)].filter(said => said !== null),
    epub: null,
    errors: found === null ? [] : [found],
    covers: coversOf(document, sizes),
    look: () => pdfContent(document, sizes),
  }
}

function pixelsOf(document: PdfDocument, index: number): Size | null {
  const points = document.pageSize(index)
  return points === null ? null : pagePixels(points)
}

function readPage(size: Size | null, number: number): PageReading {
  const name = `page-${String(number).padStart(4, '0')}`
  if (size !== null) return goodPage(name, RENDERED, { mediaType: 'image/jpeg', ...size })
  // A broken page is reported when it is rendered; the others are readable.
  return { page: { name, ...RENDERED, mediaType: 'image/jpeg', width: null, height: null }, problem: null }
}

function coversOf(document: PdfDocument, sizes: readonly (Size | null)[]): CoverCandidate[] {
  return sizes.slice(0, COVER_ATTEMPTS).flatMap((size, index) => {
    if (size === null) return []
    const load = async () => {
      const jpeg = document.soleJpeg(index)
      if (jpeg !== null) return { kind: 'encoded' as const, bytes: jpeg }
      return document.render(index, fittedTo(size, COVER_SIDE))
    }
    return [{ ...size, load }]
  })
}
