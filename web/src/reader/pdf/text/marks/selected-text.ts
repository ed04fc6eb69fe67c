import { MARK_LIMITS } from '@octavo/contract/mark-limits'
import type { MarkRegion } from '../../../../api'
import type { Selected } from '../../../marks/selection-bar'
import { rectsOnPage } from './page-rects.rules'

export interface SelectedOnPage extends Selected {
  readonly quote: string
  /** 1-based. */
  readonly page: number
  readonly rects: readonly MarkRegion[]
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

/** The page at a point of the view. */
export function pageOf(node: Node): HTMLElement | null {
  return elementOf(node)?.closest<HTMLElement>('.page[data-page-number]') ?? null
}

/** The selected text; of several pages, the part on the first. */
export function selectedText(view: HTMLElement): SelectedOnPage | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0).cloneRange()
  const page = pageOf(range.startContainer)
  const layer = page?.querySelector('.textLayer')
  if (!page || !layer || !view.contains(page)) return null
  if (!page.contains(range.endContainer) && layer.lastChild) range.setEndAfter(layer.lastChild)
  const quote = textOf(range)
  const rects = rectsOnPage([...range.getClientRects()], page.getBoundingClientRect(), MARK_LIMITS.rects)
  if (quote === '' || rects.length === 0) return null
  const { left, top, width, height } = range.getBoundingClientRect()
  const origin = view.getBoundingClientRect()
  const box = { left: left - origin.left, top: top - origin.top, width, height }
  return { quote, page: Number(page.dataset.pageNumber), rects, box }
}

/** A line of a page ends with an element, not a space. */
function textOf(range: Range): string {
  const words = range.cloneContents()
  for (const end of words.querySelectorAll('br')) end.replaceWith(' ')
  return (words.textContent ?? '').replace(/\s+/g, ' ').trim()
}
