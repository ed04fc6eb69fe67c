import type { PdfState } from './use-pdf-view'

/** Where the reader was before a jump. */
export interface LeftPage {
  /** 1-based. */
  readonly page: number
  /** Share of the page's height above the view. */
  readonly above: number
}

const boxOf = (view: Element | null, page: number) =>
  view?.querySelector(`.page[data-page-number="${page}"]`)?.getBoundingClientRect()

export function leftPage({ page }: PdfState, view: Element | null): LeftPage | null {
  const box = boxOf(view, page)
  if (!view || !box?.height) return null
  return { page, above: (view.getBoundingClientRect().top - box.top) / box.height }
}

export function returnTo({ page, above }: LeftPage, { view: pdf }: PdfState, view: Element | null): void {
  if (!pdf || !view) return
  pdf.viewer.currentPageNumber = page
  const box = boxOf(view, page)
  if (box) view.scrollBy({ top: box.top + above * box.height - view.getBoundingClientRect().top, behavior: 'instant' })
}
