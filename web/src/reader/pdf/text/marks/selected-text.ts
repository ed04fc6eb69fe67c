import { MARK_LIMITS } from '@octavo/contract/mark-limits'
import type { MarkRegion } from '../../../../api'
import { isByKeys, selectByKeys } from '../../../epub/bridge/select-by-keys'
import { chapterText, wordPieces } from '../../../epub/bridge/text-place'
import type { SelectStep } from '../../../epub/select-text.rules'
import type { Selected } from '../../../marks/selection-bar'
import { rectsOnPage } from './page-rects.rules'

export interface SelectedOnPage extends Selected {
  readonly quote: string
  /** 1-based. */
  readonly page: number
  readonly rects: readonly MarkRegion[]
  readonly byKeys: boolean
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
  return { quote, page: Number(page.dataset.pageNumber), rects, box, byKeys: isByKeys(selection.getRangeAt(0)) }
}

/** Begins at the first line on the screen; the selection stays on its page, and the screen follows it. */
export function selectOnPage(view: HTMLElement, current: number, step: SelectStep): void {
  const selection = getSelection()
  const begun = step.to !== 'first' && selection?.rangeCount ? pageOf(selection.getRangeAt(0).startContainer) : null
  const layer = (begun ?? view.querySelector(`.page[data-page-number="${current}"]`))?.querySelector('.textLayer')
  if (!layer) return
  const { top, bottom } = view.getBoundingClientRect()
  const boxOf = ({ node }: { readonly node: Text }) => elementOf(node)?.getBoundingClientRect()
  const seen = wordPieces(layer).pieces.find(piece => {
    const box = boxOf(piece)
    return box && box.top >= top && box.top < bottom
  })
  const words = chapterText(layer)
  const range = selectByKeys(words, step, begun ? 0 : (seen?.start ?? 0), words.text.length)
  const end = range && elementOf(step.extend ? range.endContainer : range.startContainer)
  end?.scrollIntoView({ block: 'nearest' })
}

/** A line of a page ends with an element, not a space. */
function textOf(range: Range): string {
  const words = range.cloneContents()
  for (const end of words.querySelectorAll('br')) end.replaceWith(' ')
  return (words.textContent ?? '').replace(/\s+/g, ' ').trim()
}
