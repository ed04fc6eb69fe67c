import { FORMAT_LIMITS } from '../limits'

export interface Size {
  readonly width: number
  readonly height: number
}

/** The resolution at which a page of a PDF is shown when no width is asked for. */
const PAGE_DPI = 150
const POINTS_PER_INCH = 72
/** JPEG knows no longer side. */
const LONGEST_SIDE = 65_500

/** Pixels of a page at 150 dpi, less when that were more than we render; null for a page without extent. */
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

/** Scales a size down to at most so wide; never up. */
export function narrowedTo(size: Size, width: number): Size {
  return width >= size.width ? size : { width, height: Math.max(1, Math.round((size.height * width) / size.width)) }
}

/** Scales a size down so that its longer side is at most `side`; never up. */
export function fittedTo(size: Size, side: number): Size {
  const longer = Math.max(size.width, size.height)
  if (longer <= side) return size
  return {
    width: Math.max(1, Math.round((size.width * side) / longer)),
    height: Math.max(1, Math.round((size.height * side) / longer)),
  }
}
