import type { PDFDocumentProxy } from 'pdfjs-dist'
import { excerptOf, type TextHit } from '../../chrome/excerpt.rules'
import { findAll, fold } from '../../epub/text-fold.rules'

export interface PageHit extends TextHit {
  /** 0-based. */
  readonly page: number
  readonly at: number
}

export const MOST_HITS = 300

/** Searches a PDF page by page, and reports hits in page order. */
export async function findInPages(
  document: PDFDocumentProxy,
  query: string,
  signal: AbortSignal,
  onHits: (hits: readonly PageHit[], done: number) => void,
): Promise<void> {
  let hits: PageHit[] = []
  for (let page = 0; page < document.numPages && hits.length < MOST_HITS; page++) {
    // An unreadable page has no hits.
    const text = await textOf(document, page).catch(() => '')
    if (signal.aborted) return
    hits = [...hits, ...hitsIn(text, query, page)].slice(0, MOST_HITS)
    onHits(hits, (page + 1) / document.numPages)
  }
  onHits(hits, 1)
}

async function textOf(document: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await document.getPage(page + 1)).getTextContent()
  return items.map(item => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')
}

function hitsIn(text: string, query: string, page: number): PageHit[] {
  return findAll(fold(text), query, MOST_HITS).map(({ start, end }) => ({
    page,
    at: start,
    ...excerptOf(text, { start, end }),
  }))
}
