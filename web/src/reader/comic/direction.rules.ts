import type { ReadingDirection } from '@octavo/contract/formats'

/** Moves in reading order: `next` continues the story. */
export type Move = 'next' | 'previous'

/** The tapped part of the page. `start` and `end` are along the axis on which pages turn. */
export type TapZone = Move | 'centre'

const EDGE = 0.3

/**
 * `edges` turn back and forward, `corner` has back at the top left and forward at the bottom right, `off` never turns.
 */
export const TAPS = ['edges', 'swapped', 'corner', 'off'] as const
export type Taps = (typeof TAPS)[number]

/** `x` and `y` are fractions of the view, 0 at the top left corner. */
export function tapZone(direction: ReadingDirection, x: number, y: number, taps: Taps = 'edges'): TapZone {
  if (taps === 'off') return 'centre'
  if (taps === 'corner') return cornerZone(direction === 'rtl' ? 1 - x : x, y)
  const zone = edgeZone(direction, x, y)
  if (taps === 'edges' || zone === 'centre') return zone
  return zone === 'next' ? 'previous' : 'next'
}

function cornerZone(x: number, y: number): TapZone {
  const isMiddle = (share: number) => share >= EDGE && share <= 1 - EDGE
  if (isMiddle(x) && isMiddle(y)) return 'centre'
  return (x < EDGE && y <= 1 - EDGE) || (y < EDGE && x <= 1 - EDGE) ? 'previous' : 'next'
}

function edgeZone(direction: ReadingDirection, x: number, y: number): TapZone {
  const along = direction === 'ttb' || direction === 'webtoon' ? y : x
  if (along >= EDGE && along <= 1 - EDGE) return 'centre'
  const first = along < EDGE
  return first === (direction === 'rtl') ? 'next' : 'previous'
}

const SWIPE_SHARE = 0.15
const FLICK_SPEED = 0.5

/**
 * The meaning of a finger's movement by `distance` pixels along the turning axis in `ms`, on a view `extent` pixels
 * long. A slow one must cover a part of the view, a flick must be fast. Null: put the page back.
 */
export function swipeMove(direction: ReadingDirection, distance: number, ms: number, extent: number): Move | null {
  const speed = Math.abs(distance) / Math.max(1, ms)
  if (Math.abs(distance) < 12) return null
  if (Math.abs(distance) < extent * SWIPE_SHARE && speed < FLICK_SPEED) return null
  return distance < 0 === (direction !== 'rtl') ? 'next' : 'previous'
}

export function isVertical(direction: ReadingDirection): boolean {
  return direction === 'ttb' || direction === 'webtoon'
}
