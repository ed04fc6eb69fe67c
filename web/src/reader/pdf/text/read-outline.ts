import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type OutlineLine, outlineLines } from './outline.rules'

type Reference = Parameters<PDFDocumentProxy['getPageIndex']>[0]

export interface PlacedLine extends OutlineLine {
  /** 0-based; null if the file does not say. */
  readonly page: number | null
}

/** The outline with the page of each line. */
export async function readOutline(document: PDFDocumentProxy): Promise<PlacedLine[]> {
  const lines = outlineLines(await document.getOutline())
  return Promise.all(lines.map(async line => ({ ...line, page: await pageOfDestination(document, line.destination) })))
}

/** The 0-based page of an outline entry; null if it has none. */
async function pageOfDestination(document: PDFDocumentProxy, destination: unknown): Promise<number | null> {
  try {
    const place: unknown = typeof destination === 'string' ? await document.getDestination(destination) : destination
    const [target] = Array.isArray(place) ? (place as unknown[]) : []
    const page = typeof target === 'number' ? target : await document.getPageIndex(target as Reference)
    return page >= 0 && page < document.numPages ? page : null
  } catch {
    return null
  }
}
