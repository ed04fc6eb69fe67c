import type { Move } from './direction.rules'

/** What keys and buttons can do with what shows the pages, paged or strip. */
export interface PageSurface {
  /** Scrolls by a share of the screen; false when there is nothing left in that direction. */
  scroll(towards: Move, share: number): boolean
  /** Multiplies the zoom around the middle; 0 goes back to the fit. */
  zoomBy(factor: number): void
}

/** Scrolls an element downwards (`next`) or up; false when it is already at that end. */
export function scrollBySteps(element: HTMLElement, towards: Move, share: number): boolean {
  const room = element.scrollHeight - element.clientHeight
  const left = towards === 'next' ? room - element.scrollTop : element.scrollTop
  if (left < 4) return false
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const top = Math.min(left, element.clientHeight * share) * (towards === 'next' ? 1 : -1)
  element.scrollBy({ top, behavior: still ? 'instant' : 'smooth' })
  return true
}
