import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Opens the file once, when it is first asked for. */
export type OpenDocument = () => Promise<PDFDocumentProxy>
