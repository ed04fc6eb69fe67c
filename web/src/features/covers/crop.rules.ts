import type { CoverCrop } from '@octavo/contract/cover'

export const WHOLE: CoverCrop = { x: 0, y: 0, width: 1, height: 1 }
/** Smaller crops would be invisible. */
const least = 0.05

type Point = { readonly x: number; readonly y: number }

/** The crop between two points, in fractions of the picture. */
export function cropBetween(a: Point, b: Point): CoverCrop {
  const [left, right] = [clamp(Math.min(a.x, b.x)), clamp(Math.max(a.x, b.x))]
  const [top, bottom] = [clamp(Math.min(a.y, b.y)), clamp(Math.max(a.y, b.y))]
  return within({ x: left, y: top, width: right - left, height: bottom - top })
}

/** Moved, or with `isSize` resized, and still within the picture. */
export function nudged(crop: CoverCrop, by: Point, isSize: boolean): CoverCrop {
  if (isSize) {
    const width = Math.min(1 - crop.x, Math.max(least, crop.width + by.x))
    const height = Math.min(1 - crop.y, Math.max(least, crop.height + by.y))
    return { ...crop, width, height }
  }
  const x = Math.min(1 - crop.width, Math.max(0, crop.x + by.x))
  const y = Math.min(1 - crop.height, Math.max(0, crop.y + by.y))
  return { ...crop, x, y }
}

/** The largest part of an area with a cover's aspect ratio, 2 to 3, around its centre. */
export function coverShaped(width: number, height: number, area: CoverCrop = WHOLE): CoverCrop {
  const share = (2 / 3) * ((height * area.height) / (width * area.width))
  const wide = area.width * Math.min(1, share)
  const high = area.height * Math.min(1, 1 / share)
  return { x: area.x + (area.width - wide) / 2, y: area.y + (area.height - high) / 2, width: wide, height: high }
}

export function isWhole({ x, y, width, height }: CoverCrop): boolean {
  return x < 0.005 && y < 0.005 && width > 0.99 && height > 0.99
}

function within({ x, y, width, height }: CoverCrop): CoverCrop {
  const [wide, high] = [Math.max(least, width), Math.max(least, height)]
  return { x: Math.min(x, 1 - wide), y: Math.min(y, 1 - high), width: wide, height: high }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
