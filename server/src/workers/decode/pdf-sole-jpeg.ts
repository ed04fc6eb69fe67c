import { readImageHeader } from '../../formats/image/image-header'
import { FORMAT_LIMITS } from '../../formats/limits'
import type { PdfMemory } from './pdf-memory'
import type { Pdfium } from './pdfium-library'

const IMAGE_OBJECT = 3
/** Colour spaces whose JPEGs look the same in a browser: grey and RGB, device, calibrated or ICC-based. */
const PLAIN_COLOUR: ReadonlySet<number> = new Set([1, 2, 4, 5, 7])
/** Share of the page that an image must cover on each side to count as full-page. */
const COVERS_PAGE = 0.98

/** The JPEG that fills a page alone, as stored in the file; null if there is more, or it is modified. */
export function soleJpeg(pdfium: Pdfium, memory: PdfMemory, document: number, index: number): Buffer | null {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return null
  try {
    if (pdfium._FPDFPage_CountObjects(page) !== 1 || pdfium._FPDFPage_GetAnnotCount(page) > 0) return null
    if (pdfium._FPDFPage_GetRotation(page) !== 0) return null
    const image = pdfium._FPDFPage_GetObject(page, 0)
    if (pdfium._FPDFPageObj_GetType(image) !== IMAGE_OBJECT) return null
    if (pdfium._FPDFPageObj_HasTransparency(image) !== 0 || !isPlainJpeg(pdfium, memory, image, page)) return null
    if (!isUpright(pdfium, memory, image) || !fillsPage(pdfium, memory, image, document, index)) return null
    return rawJpeg(pdfium, memory, image)
  } finally {
    pdfium._FPDF_ClosePage(page)
  }
}

function isPlainJpeg(pdfium: Pdfium, memory: PdfMemory, image: number, page: number): boolean {
  if (pdfium._FPDFImageObj_GetImageFilterCount(image) !== 1) return false
  const filter = memory.borrow(32, at => {
    const length = pdfium._FPDFImageObj_GetImageFilter(image, 0, at, 32)
    return memory.read(at, Math.max(0, Math.min(length, 32) - 1)).toString('latin1')
  })
  if (filter !== 'DCTDecode' && filter !== 'DCT') return false
  // FPDF_IMAGEOBJ_METADATA: width, height, two resolutions, bits per pixel, colour space, content mark.
  return memory.borrow(28, at => {
    if (pdfium._FPDFImageObj_GetImageMetadata(image, page, at) === 0) return false
    return PLAIN_COLOUR.has(memory.readU32(at, 6)[5] as number)
  })
}

function isUpright(pdfium: Pdfium, memory: PdfMemory, image: number): boolean {
  return memory.borrow(24, at => {
    if (pdfium._FPDFPageObj_GetMatrix(image, at) === 0) return false
    const [a, b, c, d] = memory.readF32(at, 4) as [number, number, number, number]
    return a > 0 && d > 0 && Math.abs(b) < a * 0.001 && Math.abs(c) < d * 0.001
  })
}

function fillsPage(pdfium: Pdfium, memory: PdfMemory, image: number, document: number, index: number): boolean {
  return memory.borrow(24, at => {
    if (pdfium._FPDFPageObj_GetBounds(image, at, at + 4, at + 8, at + 12) === 0) return false
    if (pdfium._FPDF_GetPageSizeByIndexF(document, index, at + 16) === 0) return false
    const [left, bottom, right, top, width, height] = memory.readF32(at, 6) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const across = Math.min(right, width) - Math.max(left, 0)
    const down = Math.min(top, height) - Math.max(bottom, 0)
    return across >= width * COVERS_PAGE && down >= height * COVERS_PAGE
  })
}

function rawJpeg(pdfium: Pdfium, memory: PdfMemory, image: number): Buffer | null {
  const length = pdfium._FPDFImageObj_GetImageDataRaw(image, 0, 0)
  if (length === 0 || length > FORMAT_LIMITS.entryBytes) return null
  const bytes = memory.borrow(length, at => {
    pdfium._FPDFImageObj_GetImageDataRaw(image, at, length)
    return memory.read(at, length)
  })
  const header = readImageHeader(bytes)
  return header !== null && header !== 'more' && header.mediaType === 'image/jpeg' ? bytes : null
}
