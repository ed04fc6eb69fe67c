import type { PDFDocumentLoadingTask } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { PdfData } from './pdf-data'

export const pdfWorkerAddress: string = workerUrl

type Viewer = typeof import('pdfjs-dist/web/pdf_viewer.mjs')

export interface PdfLibrary {
  readonly viewer: Viewer
  /** Fetches the file in ranges, as far as the visible pages need it. */
  open(address: string): PDFDocumentLoadingTask
}

const RANGE = 256 * 1024

let loading: Promise<PdfLibrary> | null = null

export function loadPdfLibrary(): Promise<PdfLibrary> {
  loading ??= load().catch(error => {
    // A later attempt may succeed.
    loading = null
    throw error
  })
  return loading
}

async function load(): Promise<PdfLibrary> {
  const pdfjs = await import('pdfjs-dist')
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
  // The viewer's file takes the library from here instead of importing it.
  Object.assign(globalThis, { pdfjsLib: pdfjs })
  await import('pdfjs-dist/web/pdf_viewer.css')
  const viewer = await import('pdfjs-dist/web/pdf_viewer.mjs')
  return {
    viewer,
    open: address =>
      pdfjs.getDocument({
        url: address,
        BinaryDataFactory: PdfData,
        useWorkerFetch: false,
        // Those of the device may be missing, and others do not have the widths of the letters.
        useSystemFonts: false,
        // The app's policy forbids compiling at run time.
        useWasm: false,
        rangeChunkSize: RANGE,
        disableAutoFetch: true,
        disableStream: true,
      }),
  }
}
