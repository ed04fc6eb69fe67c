import type { View } from './geometry.rules'
import type { TextMode } from './style'

/**
 * The direction in which a chapter continues: sideways or downwards, to the right or to the left. All in CSS pixels.
 */
export interface Axis {
  /** Scroll position of the chapter. */
  offset(): number
  extent(): number
  viewLength(): number
  /** Start and end of a box, from the start of the chapter. */
  along(box: DOMRect): number
  end(box: DOMRect): number
  scrollTo(to: number, smooth?: boolean): void
  /** The edge from which the chapter is measured, as a CSS property name. */
  readonly side: () => 'left' | 'right' | 'top'
}

export function viewOf(): View {
  return { width: window.innerWidth, height: window.innerHeight }
}

/** Pages are side by side, or one below the other with vertical text; reversed in a scrolled chapter. */
export function createAxis(mode: TextMode, paginated: () => boolean): Axis {
  const scroller = document.scrollingElement ?? document.documentElement
  const sideways = () => paginated() !== mode.vertical
  const backwards = () => sideways() && (mode.vertical || mode.rightToLeft)
  // To the left, scroll positions are negative.
  const offset = () => Math.abs(sideways() ? scroller.scrollLeft : scroller.scrollTop)
  const along = (box: DOMRect) => {
    if (!sideways()) return box.top + offset()
    return (backwards() ? viewOf().width - box.right : box.left) + offset()
  }
  return {
    offset,
    along,
    extent: () => (sideways() ? scroller.scrollWidth : scroller.scrollHeight),
    viewLength: () => (sideways() ? viewOf().width : viewOf().height),
    end: box => along(box) + (sideways() ? box.width : box.height),
    scrollTo(to, smooth = false) {
      const value = backwards() ? -to : to
      const behavior = smooth ? 'smooth' : 'instant'
      scroller.scrollTo(sideways() ? { left: value, top: 0, behavior } : { top: value, left: 0, behavior })
    },
    side: () => (sideways() ? (backwards() ? 'right' : 'left') : 'top'),
  }
}
