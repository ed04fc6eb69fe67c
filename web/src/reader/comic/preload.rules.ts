import type { Move } from './direction.rules'
import type { Spread } from './spreads.rules'

/** How many pages are saved ready beyond the visible ones: enough for quick turning, little enough for a phone. */
export const AHEAD = 3
export const BEHIND = 1

/**
 * Pages worth having, most urgent first: the visible ones, then those that come next the way the reader is going,
 * then one back. With double pages whole spreads are taken, so that a turn never shows half.
 */
export function preloadOrder(spreads: readonly Spread[], current: number, going: Move = 'next'): number[] {
  const step = going === 'next' ? 1 : -1
  const visible = [...(spreads[current] ?? [])]
  return [...visible, ...walk(spreads, current, step, AHEAD), ...walk(spreads, current, -step, BEHIND)]
}

/** A strip shows pages in pieces: those around the one in view, the next ones first. */
export function stripOrder(current: number, total: number): number[] {
  const near = [0, 1, -1, 2, -2, 3, 4]
  return near.map(step => current + step).filter(page => page >= 0 && page < total)
}

function walk(spreads: readonly Spread[], from: number, step: number, least: number): number[] {
  const pages: number[] = []
  for (let index = from + step; pages.length < least; index += step) {
    const spread = spreads[index]
    if (!spread) break
    pages.push(...spread)
  }
  return pages
}

/** The widths that are asked for: few, so that the server's and the browser's caches are hit by every device. */
export const WIDTHS = [800, 1200, 1600, 2400] as const

/**
 * Which width to ask for: the smallest that fills `cssWidth` on this screen, null for the file as it is.
 * An image known to be no wider than that is taken as it is, too.
 */
export function widthToAsk(cssWidth: number, pixelRatio: number, pageWidth: number | null): number | null {
  const needed = cssWidth * pixelRatio
  const width = WIDTHS.find(one => one >= needed)
  return width === undefined || (pageWidth !== null && pageWidth <= width) ? null : width
}

/** Milliseconds until try number `attempt` (1 = first retry); null when it is time to give up. */
export function retryDelay(attempt: number, retryAfterSeconds: number | null): number | null {
  if (attempt > 5) return null
  const backoff = 400 * 2 ** (attempt - 1)
  return retryAfterSeconds === null ? backoff : Math.min(30_000, Math.max(backoff, retryAfterSeconds * 1000))
}
