import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Opens the file once, on demand. */
export type OpenDocument = () => Promise<PDFDocumentProxy>
