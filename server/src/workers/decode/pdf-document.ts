import type { PdfDocument } from '../../formats/decoders'
import type { FileSource } from '../../formats/file-source'
import { refuse } from '../../formats/problem'
import { guardLibrary } from './broken-library'
import { drawnPage } from './pdf-drawn'
import { type PdfMemory, pdfMemory } from './pdf-memory'
import { renderPage } from './pdf-render'
import { soleJpeg } from './pdf-sole-jpeg'
import { addCallback, loadPdfium, type Pdfium } from './pdfium-library'

/** PDFium with our callbacks; created once per process. */
interface Engine {
  readonly pdfium: Pdfium
  readonly memory: PdfMemory
  /** Address of the function that reads blocks of the file. */
  readonly readBlock: number
  /** Address of the pause record that stops rendering at its deadline. */
  readonly pause: number
}

let engine: Promise<Engine> | null = null
let reading: FileSource | null = null
let deadline = 0

/** Time limit for rendering one page; only the wall timer can stop the parsing before it. */
const RENDER_SECONDS = 20
const MOST_FILE_BYTES = 0xffffffff

/** Opens a PDF for the time of `use`. */
export async function withPdf<T>(source: FileSource, use: (document: PdfDocument) => Promise<T>): Promise<T> {
  const { document, close } = await openPdf(source)
  try {
    return await use(document)
  } finally {
    close()
  }
}

export interface OpenPdf {
  readonly document: PdfDocument
  close(): void
}

/** Opens a PDF; PDFium reads through one function, so only one may be open. It is read in blocks where it lies, never as a whole. */
export async function openPdf(source: FileSource): Promise<OpenPdf> {
  if (source.size > MOST_FILE_BYTES) refuse('parser', 'too-large', 'The PDF is larger than 4 GiB.')
  engine ??= loadPdfium().then(startEngine)
  const started = await engine
  const { pdfium, memory } = started
  reading = buffered(source)
  // FPDF_FILEACCESS: length, function, parameter.
  const access = memory.allocate(12)
  memory.writeU32(access, [source.size, started.readBlock, 0])
  let isOpen = true
  let document = 0
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    reading = null
    guardLibrary(() => {
      if (document !== 0) pdfium._FPDF_CloseDocument(document)
      memory.release(access)
    })
  }
  try {
    document = guardLibrary(() => pdfium._FPDF_LoadCustomDocument(access, 0))
    if (document === 0) refuseDocument(pdfium._FPDF_GetLastError())
    return { document: documentOf(started, document), close }
  } catch (error) {
    close()
    throw error
  }
}

function documentOf({ pdfium, memory, pause }: Engine, document: number): PdfDocument {
  return {
    pageCount: guardLibrary(() => pdfium._FPDF_GetPageCount(document)),
    pageSize: index => guardLibrary(() => pageSize(pdfium, memory, document, index)),
    opens: index => guardLibrary(() => opens(pdfium, document, index)),
    drawn: index => guardLibrary(() => drawnPage(pdfium, memory, document, index)),
    info: key => guardLibrary(() => information(pdfium, memory, document, key)),
    soleJpeg: index => guardLibrary(() => soleJpeg(pdfium, memory, document, index)),
    render: async (index, size) => {
      deadline = Date.now() + RENDER_SECONDS * 1000
      return guardLibrary(() => renderPage(pdfium, memory, { document, index, size, pause }))
    },
  }
}

function startEngine(pdfium: Pdfium): Engine {
  const memory = pdfMemory(pdfium)
  const readBlock = addCallback(pdfium, 4, (_, position, buffer, size) => {
    const bytes = reading?.read((position as number) >>> 0, (size as number) >>> 0)
    if (bytes === undefined || bytes.length < (size as number) >>> 0) return 0
    memory.write(buffer as number, bytes)
    return 1
  })
  const isOverdue = addCallback(pdfium, 1, () => (Date.now() > deadline ? 1 : 0))
  // IFSDK_PAUSE: version 1, function, user data.
  const pause = memory.allocate(12)
  memory.writeU32(pause, [1, isOverdue, 0])
  return { pdfium, memory, readBlock, pause }
}

const BLOCK_BYTES = 64 * 1024

/** PDFium reads some hundred bytes at a time: the blocks around the last two positions are cached. */
function buffered(source: FileSource): FileSource {
  const blocks: { start: number; bytes: Buffer }[] = []
  return {
    ...source,
    read(offset, length) {
      const cached = blocks.find(({ start, bytes }) => offset >= start && offset + length <= start + bytes.length)
      if (cached !== undefined) return cached.bytes.subarray(offset - cached.start, offset - cached.start + length)
      if (length >= BLOCK_BYTES) return source.read(offset, length)
      const start = offset - (offset % 4096)
      const bytes = source.read(start, BLOCK_BYTES + 4096)
      blocks.unshift({ start, bytes })
      blocks.length = Math.min(blocks.length, 2)
      return bytes.subarray(offset - start, offset - start + length)
    },
  }
}

const NEEDS_PASSWORD = 4
const UNKNOWN_SECURITY = 5

function refuseDocument(code: number): never {
  if (code === NEEDS_PASSWORD) refuse('parser', 'encrypted', 'The PDF is encrypted: it needs a password.')
  if (code === UNKNOWN_SECURITY) refuse('parser', 'encrypted', 'The PDF has an unknown kind of protection.')
  return refuse('parser', 'corrupt', 'The PDF is damaged and cannot be repaired.', { pdfium: code })
}

function pageSize(pdfium: Pdfium, memory: PdfMemory, document: number, index: number) {
  return memory.borrow(8, address => {
    if (pdfium._FPDF_GetPageSizeByIndexF(document, index, address) === 0) return null
    const [width, height] = memory.readF32(address, 2)
    return { width: width as number, height: height as number }
  })
}

function opens(pdfium: Pdfium, document: number, index: number): boolean {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return false
  pdfium._FPDF_ClosePage(page)
  return true
}

function information(pdfium: Pdfium, memory: PdfMemory, document: number, key: string): string {
  const tag = Buffer.from(`${key}\0`, 'latin1')
  return memory.borrow(tag.length, tagAt => {
    memory.write(tagAt, tag)
    const length = pdfium._FPDF_GetMetaText(document, tagAt, 0, 0)
    if (length <= 2 || length > MOST_INFORMATION_BYTES) return ''
    return memory.borrow(length, textAt => {
      pdfium._FPDF_GetMetaText(document, tagAt, textAt, length)
      const text = memory.read(textAt, length - 2).toString('utf16le')
      return text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim()
    })
  })
}

const MOST_INFORMATION_BYTES = 64 * 1024
const CONTROL = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
