import type { Move } from './direction.rules'

export type Side = 'left' | 'right'

/** Interface of keys and buttons to the page view, paged or strip. */
export interface PageSurface {
  /** Scrolls by a fraction of the screen; false at the end in that direction. */
  scroll(towards: Move, share: number): boolean
  /** Scrolls what is wider than the screen. */
  pan(towards: Side): void
  /** Multiplies the zoom around the centre; 0 resets it to the fit. */
  zoomBy(factor: number): void
}

/** Scrolls an element sideways; false if it is already at that edge. */
export function panBySteps(element: HTMLElement | null, towards: Side): boolean {
  const before = element?.scrollLeft
  const left = (element?.clientWidth ?? 0) * (towards === 'right' ? 0.2 : -0.2)
  element?.scrollBy({ left, behavior: 'instant' })
  return element?.scrollLeft !== before
}

/** Scrolls an element down (`next`) or up; false if it is already at that end. */
export function scrollBySteps(element: HTMLElement, towards: Move, share: number): boolean {
  const room = element.scrollHeight - element.clientHeight
  const left = towards === 'next' ? room - element.scrollTop : element.scrollTop
  if (left < 4) return false
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const top = Math.min(left, element.clientHeight * share) * (towards === 'next' ? 1 : -1)
  element.scrollBy({ top, behavior: still ? 'instant' : 'smooth' })
  return true
}
