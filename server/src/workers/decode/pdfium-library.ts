import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The PDFium functions that we call; addresses in its WebAssembly memory are numbers. */
export interface Pdfium {
  readonly HEAPU8: Uint8Array
  readonly wasmExports: {
    malloc(size: number): number
    free(address: number): void
    readonly __indirect_function_table: WebAssembly.Table
  }
  _FPDF_InitLibrary(): void
  _FPDF_LoadCustomDocument(access: number, password: number): number
  _FPDF_CloseDocument(document: number): void
  _FPDF_GetLastError(): number
  _FPDF_GetPageCount(document: number): number
  _FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  _FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, color: number): void
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap_Start(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
    pause: number,
  ): number
  _FPDF_RenderPage_Close(page: number): void
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFPage_GetAnnotCount(page: number): number
  _FPDFPage_GetRotation(page: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number
  _FPDFPageObj_HasTransparency(object: number): number
  _FPDFFormObj_CountObjects(object: number): number
  _FPDFFormObj_GetObject(object: number, index: number): number
  _FPDFImageObj_GetImagePixelSize(object: number, width: number, height: number): number
  _FPDFImageObj_GetImageFilterCount(object: number): number
  _FPDFImageObj_GetImageFilter(object: number, index: number, buffer: number, length: number): number
  _FPDFImageObj_GetImageDataRaw(object: number, buffer: number, length: number): number
  _FPDFImageObj_GetImageMetadata(object: number, page: number, metadata: number): number
}

let loaded: Promise<Pdfium> | null = null

/** Loads PDFium (4 MB of WebAssembly) with the first PDF. */
export function loadPdfium(): Promise<Pdfium> {
  loaded ??= import('@hyzyla/pdfium').then(async ({ PDFiumModule }) => {
    const binary = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')))
    liftTableLimit(binary)
    const wasmBinary = new Uint8Array(binary).buffer
    const pdfium = (await PDFiumModule({ wasmBinary, locateFile: () => '' })) as unknown as Pdfium
    pdfium._FPDF_InitLibrary()
    return pdfium
  })
  return loaded
}

/** Makes a function callable from PDFium: `parameters` integers in, one integer out. Returns its address. */
export function addCallback(pdfium: Pdfium, parameters: number, callback: (...values: number[]) => number): number {
  const table = pdfium.wasmExports.__indirect_function_table
  const address = table.grow(1)
  table.set(address, toWasmFunction(parameters, callback))
  return address
}

const I32 = 0x7f

/** A function table takes only WebAssembly functions: a module of one import and one export wraps ours. */
function toWasmFunction(parameters: number, callback: (...values: number[]) => number): unknown {
  const type = [1, 0x60, parameters, ...Array<number>(parameters).fill(I32), 1, I32]
  const module = new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, type.length, ...type],
    ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
    ...[7, 5, 1, 1, 0x66, 0, 0],
  ])
  const instance = new WebAssembly.Instance(new WebAssembly.Module(module), { e: { f: callback } })
  return instance.exports.f
}

const TABLE_SECTION = 4

/**
 * PDFium's build fixes the size of its function table, so that no callback could be added. This patches the maximum in
 * place, with the largest number of the same length. Without callbacks a PDF would have to be in memory as a whole, and
 * rendering could not be stopped.
 */
function liftTableLimit(binary: Buffer): void {
  let at = 8
  while (at < binary.length) {
    const section = binary[at]
    const length = readLeb(binary, at + 1)
    if (section !== TABLE_SECTION) {
      at = length.next + length.value
      continue
    }
    // One table: count, element type, limits flag (1: there is a maximum), minimum, maximum.
    const count = readLeb(binary, length.next)
    const hasMaximum = binary[count.next + 1] === 1
    if (count.value !== 1 || !hasMaximum) return
    const minimum = readLeb(binary, count.next + 2)
    const maximum = readLeb(binary, minimum.next)
    binary.fill(0xff, minimum.next, maximum.next - 1)
    binary[maximum.next - 1] = 0x7f
    return
  }
}

function readLeb(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0
  let shift = 0
  for (let next = at; ; shift += 7) {
    const byte = bytes[next++] as number
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, next }
  }
}
