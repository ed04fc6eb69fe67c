// What a finger has to hit, and how large it is.
import type { Page } from 'playwright-core'

/** CSS pixels in both directions. */
const LEAST = 44

/**
 * Visible controls that are smaller than 44 by 44, each as one line. Their label counts, as does an area enlarged by a
 * pseudo-element. Links within a sentence may be smaller (WCAG 2.5.5), as may what is in `exceptions`.
 */
export const smallTargets = (page: Page, within = 'body', exceptions = ':not(*)'): Promise<string[]> =>
  page.evaluate(findSmall, { least: LEAST, within, exceptions })

/** Runs in the page. */
function findSmall({
  least,
  within,
  exceptions,
}: {
  readonly least: number
  readonly within: string
  readonly exceptions: string
}): string[] {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [role="tab"], [role="option"], [role^="menuitem"], [role="switch"], [role="slider"], [role="separator"][tabindex], [data-handle]'
  const isInSentence = (element: Element) => {
    if (element.localName !== 'a' || getComputedStyle(element).display !== 'inline') return false
    const around = element.closest('p, li, dd, td, span, div')
    return (
      around !== null &&
      [...around.childNodes].some(node => node.nodeType === 3 && /\p{L}{2}/u.test(node.nodeValue ?? ''))
    )
  }
  const isShown = (element: HTMLElement) =>
    element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
    // A handle is for fingers and mice alone.
    element.closest(`[inert], [aria-hidden="true"]:not([data-handle]), ${exceptions}`) === null &&
    getComputedStyle(element).pointerEvents !== 'none' &&
    !element.matches(':disabled, [type="hidden"], [type="file"]')
  /** Its area may be larger than its box, by a pseudo-element or a label: measured by touching it. */
  const isReached = (element: HTMLElement, labels: readonly Element[]) => {
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const isHit = (across: number, down: number) => {
      const at = document.elementFromPoint(x + across, y + down)
      return at !== null && (element.contains(at) || labels.some(label => label.contains(at)))
    }
    const extent = (across: number, down: number) => {
      let far = 0
      while (far < least && isHit(across * far, down * far)) far++
      return far
    }
    return extent(-1, 0) + extent(1, 0) >= least && extent(0, -1) + extent(0, 1) >= least
  }
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(`:is(${within}) :is(${CONTROLS})`)) {
    if (!isShown(element) || isInSentence(element)) continue
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    const boxes = [element, ...labels].map(each => each.getBoundingClientRect())
    if (boxes.some(({ width, height }) => width > least - 0.5 && height > least - 0.5)) continue
    const { width, height, right } = boxes[0] as DOMRect
    // Reachable only by keys or screen readers, such as a skip link.
    if (labels.length === 0 && (width < 2 || height < 2 || right < 0)) continue
    if (isReached(element, labels)) continue
    const name = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? ''
    const shown = boxes.length > 1 ? (boxes[1] as DOMRect) : (boxes[0] as DOMRect)
    const size = `${Math.round(shown.width)} × ${Math.round(shown.height)}`
    found.push(`${size}: ${element.localName}.${element.className} "${name.trim().slice(0, 40)}"`)
  }
  return found
}
