import type { MarkRegion } from '../../api/types'

export interface ScreenBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The part of a page between two points on the screen, in fractions of the page; null if it has no extent. */
export function regionBetween(from: Point, to: Point, page: ScreenBox): MarkRegion | null {
  const [left, right] = spanOf(from.x, to.x, page.left, page.width)
  const [top, bottom] = spanOf(from.y, to.y, page.top, page.height)
  const region = { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) }
  return region.width > 0 && region.height > 0 ? region : null
}

function spanOf(a: number, b: number, start: number, extent: number): readonly [number, number] {
  const share = (at: number) => rounded(Math.min(1, Math.max(0, (at - start) / extent)))
  return [share(Math.min(a, b)), share(Math.max(a, b))]
}

/** A tenth of a pixel on a page of 1,000. */
export const rounded = (share: number) => Math.round(share * 10_000) / 10_000

/** Where a region is on the screen. */
export function boxOfRegion({ x, y, width, height }: MarkRegion, page: ScreenBox): ScreenBox {
  return {
    left: page.left + x * page.width,
    top: page.top + y * page.height,
    width: width * page.width,
    height: height * page.height,
  }
}

export function isWithin({ x, y }: Point, { left, top, width, height }: ScreenBox): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height
}

/** Whether a page is next to another one in this direction. Neighbours need not have the same size or edge. */
export function isTowards(by: Point, from: ScreenBox, to: ScreenBox): boolean {
  const x = to.left - from.left + (to.width - from.width) / 2
  const y = to.top - from.top + (to.height - from.height) / 2
  return Math.abs(x) > Math.abs(y) ? x * by.x > 0 : y * by.y > 0
}
