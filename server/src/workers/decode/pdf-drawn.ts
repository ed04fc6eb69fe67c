import { crc32 } from 'node:zlib'
import type { DrawnPage } from '../../formats/decoders'
import { FORMAT_LIMITS } from '../../formats/limits'
import type { PdfMemory } from './pdf-memory'
import type { Pdfium } from './pdfium-library'

const IMAGE_OBJECT = 3
const FORM_OBJECT = 5
/** Maximum nesting of forms. */
const MOST_DEPTH = 4
/** Maximum number of objects per page: of a map, one part. */
const MOST_OBJECTS = 4_000
/** Space for a type and four numbers. */
const SCRATCH_BYTES = 20

/**
 * Summarises the drawn content of a page, independent of its encoding, which changes when a file is rewritten. Images
 * count by their stored bytes. Null if the page does not open.
 */
export function drawnPage(pdfium: Pdfium, memory: PdfMemory, document: number, index: number): DrawnPage | null {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return null
  try {
    return memory.borrow(SCRATCH_BYTES, scratch => {
      const sum = createSum(pdfium, memory, scratch)
      const count = pdfium._FPDFPage_CountObjects(page)
      for (let i = 0; i < count && !sum.isFull(); i++) sum.add(pdfium._FPDFPage_GetObject(page, i), 0)
      return sum.result()
    })
  } finally {
    pdfium._FPDF_ClosePage(page)
  }
}

function createSum(pdfium: Pdfium, memory: PdfMemory, scratch: number) {
  let crc = 0
  let objects = 0
  let imageBytes = 0

  function addBytes(address: number, length: number): void {
    crc = crc32(pdfium.HEAPU8.subarray(address, address + length), crc)
  }

  function add(object: number, depth: number): void {
    objects++
    const type = pdfium._FPDFPageObj_GetType(object)
    // Without bounds, the zeros stay.
    memory.writeU32(scratch, [type, 0, 0, 0, 0])
    pdfium._FPDFPageObj_GetBounds(object, scratch + 4, scratch + 8, scratch + 12, scratch + 16)
    addBytes(scratch, SCRATCH_BYTES)
    if (type === IMAGE_OBJECT) addImage(object)
    if (type !== FORM_OBJECT || depth === MOST_DEPTH) return
    const count = pdfium._FPDFFormObj_CountObjects(object)
    for (let i = 0; i < count && !isFull(); i++) add(pdfium._FPDFFormObj_GetObject(object, i), depth + 1)
  }

  function addImage(image: number): void {
    memory.writeU32(scratch, [0, 0])
    pdfium._FPDFImageObj_GetImagePixelSize(image, scratch, scratch + 4)
    addBytes(scratch, 8)
    // It copies only into memory of exactly its length.
    const length = pdfium._FPDFImageObj_GetImageDataRaw(image, 0, 0)
    imageBytes += length
    if (length === 0 || length > FORMAT_LIMITS.entryBytes) return
    memory.borrow(length, bytes => {
      pdfium._FPDFImageObj_GetImageDataRaw(image, bytes, length)
      addBytes(bytes, length)
    })
  }

  const isFull = () => objects >= MOST_OBJECTS
  return { add, isFull, result: (): DrawnPage => ({ crc, objects, imageBytes }) }
}
