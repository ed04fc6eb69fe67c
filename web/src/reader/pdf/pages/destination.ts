import type { PDFDocumentProxy } from 'pdfjs-dist'

type Reference = Parameters<PDFDocumentProxy['getPageIndex']>[0]

/** The 0-based page of an outline entry; null if it has none. */
export async function pageOfDestination(document: PDFDocumentProxy, destination: unknown): Promise<number | null> {
  try {
    const place: unknown = typeof destination === 'string' ? await document.getDestination(destination) : destination
    const [target] = Array.isArray(place) ? (place as unknown[]) : []
    const page = typeof target === 'number' ? target : await document.getPageIndex(target as Reference)
    return page >= 0 && page < document.numPages ? page : null
  } catch {
    return null
  }
}
