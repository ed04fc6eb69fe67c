import { FORMAT_LIMITS } from '../limits'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Default resolution of a PDF page. */
const PAGE_DPI = 150
const POINTS_PER_INCH = 72
/** JPEG's maximum side length. */
const LONGEST_SIDE = 65_500

/** Size of a page in pixels at 150 dpi, reduced to our render limit; null for an empty page. */
export function pagePixels(points: Size): Size | null {
  if (!(points.width > 0 && points.height > 0)) return null
  const { width, height } = points
  const scale = Math.min(
    PAGE_DPI / POINTS_PER_INCH,
    Math.sqrt(FORMAT_LIMITS.imagePixels / (width * height)),
    LONGEST_SIDE / Math.max(width, height),
  )
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** Scales a size down to a maximum width; never up. */
export function narrowedTo(size: Size, width: number): Size {
  return width >= size.width ? size : { width, height: Math.max(1, Math.round((size.height * width) / size.width)) }
}

/** Scales a size down until its longer side is at most `side`; never up. */
export function fittedTo(size: Size, side: number): Size {
  const longer = Math.max(size.width, size.height)
  if (longer <= side) return size
  return {
    width: Math.max(1, Math.round((size.width * side) / longer)),
    height: Math.max(1, Math.round((size.height * side) / longer)),
  }
}
