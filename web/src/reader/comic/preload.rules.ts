import type { Move } from './direction.rules'
import type { Spread } from './spreads.rules'

/** Number of preloaded pages beyond the visible ones: enough for quick turning, few enough for a phone. */
const AHEAD = 3
const BEHIND = 1

/**
 * Pages to load, most urgent first: the visible ones, then those that come next in the reading direction, then one
 * back. With double pages whole spreads are taken, so that a turn never shows half.
 */
export function preloadOrder(spreads: readonly Spread[], current: number, going: Move = 'next'): number[] {
  const step = going === 'next' ? 1 : -1
  const visible = [...(spreads[current] ?? [])]
  return [...visible, ...walk(spreads, current, step, AHEAD), ...walk(spreads, current, -step, BEHIND)]
}

/** Pages of a strip to load: those around the current one, the next ones first. */
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

/** Requested widths: few, so that server and browser caches are shared by all devices. */
const WIDTHS = [800, 1200, 1600, 2400] as const

/**
 * The smallest requested width that fills `cssWidth` on this screen, null for the original. An image known to be no
 * wider is taken as it is, too.
 */
export function widthToAsk(cssWidth: number, pixelRatio: number, pageWidth: number | null): number | null {
  const needed = cssWidth * pixelRatio
  const width = WIDTHS.find(one => one >= needed)
  return width === undefined || (pageWidth !== null && pageWidth <= width) ? null : width
}

/** Delay before attempt number `attempt` (1 = first retry); null to give up. */
export function retryDelay(attempt: number, retryAfterSeconds: number | null): number | null {
  if (attempt > 5) return null
  const backoff = 400 * 2 ** (attempt - 1)
  return retryAfterSeconds === null ? backoff : Math.min(30_000, Math.max(backoff, retryAfterSeconds * 1000))
}
