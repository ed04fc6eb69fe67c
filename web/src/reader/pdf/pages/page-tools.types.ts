import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Opens the file once, on demand. */
export type OpenDocument = () => Promise<PDFDocumentProxy>

export const pageOutlineKey = (bookId: string) => ['reader', 'pageOutline', bookId] as const
