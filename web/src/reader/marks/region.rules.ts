import type { MarkDto, MarkRegion } from '../../api/types'

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

/** Where a mark is on its page: the lines of a quote, or an area. */
export function partsOf({ rects, region }: Pick<MarkDto, 'rects' | 'region'>): readonly MarkRegion[] {
  if (rects.length > 0) return rects
  return region ? [region] : []
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

/** The part of a page that can be seen within a box, in hundredths of the page. */
export function seenPart(page: ScreenBox, within: ScreenBox): MarkRegion {
  const span = (start: number, size: number, from: number, extent: number) => {
    const share = (at: number) => Math.round(Math.min(1, Math.max(0, (at - start) / size)) * 100) / 100
    return [share(from), rounded(share(from + extent) - share(from))] as const
  }
  const [x, width] = span(page.left, page.width, within.left, within.width)
  const [y, height] = span(page.top, page.height, within.top, within.height)
  return { x, y, width, height }
}

/** Half as wide and as high, in the middle. */
export function middleOf({ x, y, width, height }: MarkRegion): MarkRegion {
  const region = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 }
  return roundedRegion(region)
}

/** Whether a step leads out of the part that can be seen. What is too large may still become smaller. */
export function leadsOut(was: MarkRegion, region: MarkRegion, seen: MarkRegion): boolean {
  const isOut = (from: number, to: number, edge: number) => to > from && to > edge + 0.0001
  const right = (part: MarkRegion) => part.x + part.width
  const bottom = (part: MarkRegion) => part.y + part.height
  return (
    isOut(right(was), right(region), right(seen)) ||
    isOut(bottom(was), bottom(region), bottom(seen)) ||
    isOut(-was.x, -region.x, -seen.x) ||
    isOut(-was.y, -region.y, -seen.y)
  )
}

/** An area that comes over from the page next to this one, in the direction of a step. */
export function enters(was: MarkRegion, by: Point, seen: MarkRegion): MarkRegion {
  const along = (step: number, at: number, size: number, from: number, extent: number) => {
    const length = Math.min(size, extent)
    const end = from + extent - length
    if (step !== 0) return [step > 0 ? from : end, length] as const
    return [Math.min(end, Math.max(from, at)), length] as const
  }
  const [x, width] = along(by.x, was.x, was.width, seen.x, seen.width)
  const [y, height] = along(by.y, was.y, was.height, seen.y, seen.height)
  return roundedRegion({ x, y, width, height })
}

export function roundedRegion({ x, y, width, height }: MarkRegion): MarkRegion {
  return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) }
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
