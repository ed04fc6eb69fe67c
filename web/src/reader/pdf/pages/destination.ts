import type { PDFDocumentProxy } from 'pdfjs-dist'

type Reference = Parameters<PDFDocumentProxy['getPageIndex']>[0]

/** The page, counted from 0, that an entry of the outline leads to; null when it leads nowhere. */
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
