import type { ImageInput } from '../../formats/decoders'
import { refuse } from '../../formats/problem'
import type { PdfMemory } from './pdf-memory'
import type { Pdfium } from './pdfium-library'

export interface Rendering {
  readonly document: number
  /** 0-based. */
  readonly index: number
  readonly size: { readonly width: number; readonly height: number }
  /** Address of the pause record. */
  readonly pause: number
}

const FORMAT_BGR = 2
const CHANNELS = 3
const WHITE = 0xffffffff
/** Draw annotations; bytes as red, green, blue. */
const FLAGS = 0x01 | 0x10
const RENDER_UNFINISHED = 1
const RENDER_DONE = 2

/** Renders a page to RGB pixels on white. Throws FileProblemError. */
export function renderPage(pdfium: Pdfium, memory: PdfMemory, rendering: Rendering): ImageInput {
  const { document, index, size } = rendering
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) refuse('pdf_rendering', 'page-corrupt', 'The page is damaged.', { page: index + 1 })
  try {
    return memory.borrow(size.width * size.height * CHANNELS, buffer => {
      draw(pdfium, page, buffer, rendering)
      return { kind: 'pixels', bytes: memory.read(buffer, size.width * size.height * CHANNELS), ...size }
    })
  } finally {
    pdfium._FPDF_ClosePage(page)
  }
}

function draw(pdfium: Pdfium, page: number, buffer: number, { index, size, pause }: Rendering): void {
  const { width, height } = size
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, FORMAT_BGR, buffer, width * CHANNELS)
  if (bitmap === 0) refuse('pdf_rendering', 'too-large', 'The page is too large to be rendered.', { page: index + 1 })
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    const status = pdfium._FPDF_RenderPageBitmap_Start(bitmap, page, 0, 0, width, height, 0, FLAGS, pause)
    pdfium._FPDF_RenderPage_Close(page)
    if (status === RENDER_UNFINISHED) {
      refuse('pdf_rendering', 'resource', 'The page takes too long to render.', { page: index + 1 })
    }
    if (status !== RENDER_DONE) {
      refuse('pdf_rendering', 'page-corrupt', 'The page cannot be rendered.', { page: index + 1 })
    }
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap)
  }
}
