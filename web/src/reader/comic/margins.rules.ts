import type { Size } from './fit.rules'

/** Empty borders of a page, in fractions of its width and height. */
export interface Margins {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export const NO_MARGINS: Margins = { top: 0, right: 0, bottom: 0, left: 0 }

/** Brightness thresholds, of 255. Scanned paper is not quite white, and printed black not quite black. */
const WHITE = 225
const BLACK = 30
/** A line is empty while its pixels differ less than this from its border. */
const NEAR = 24
/** A dot up to this size is dust; a longer one is a thin line of the drawing. */
const DUST = 1
const DUSTY_LINES = 3
/** Maximum share cropped from a side, so that a small drawing on an empty page stays small. */
const MOST = 0.3
/** Lines left of each margin, so that blurred edges of the drawing stay complete. */
const SPARED = 1

/**
 * Finds the white or black borders of a page. `pixels` are RGBA bytes. An empty page has none, nor has a side of
 * another colour.
 */
export function marginsOf(pixels: Uint8ClampedArray, { width, height }: Size): Margins {
  const light = (x: number, y: number) => {
    const at = (y * width + x) * 4
    return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
  }
  const row = (y: number) => Array.from({ length: width }, (_, x) => light(x, y))
  const column = (x: number) => Array.from({ length: height }, (_, y) => light(x, y))
  const top = emptyLines(at => row(at), height)
  // Completely empty: nothing to crop to.
  if (top === height) return NO_MARGINS
  const share = (lines: number, all: number) => Math.min(MOST, Math.max(0, lines - SPARED) / all)
  return {
    top: share(top, height),
    bottom: share(
      emptyLines(at => row(height - 1 - at), height),
      height,
    ),
    left: share(
      emptyLines(at => column(at), width),
      width,
    ),
    right: share(
      emptyLines(at => column(width - 1 - at), width),
      width,
    ),
  }
}

/** Number of lines from the border that show only the border's white or black. */
function emptyLines(line: (at: number) => readonly number[], most: number): number {
  const border = middleOf(line(0))
  if (border < WHITE && border > BLACK) return 0
  let clean = 0
  for (let at = 0; at < most; at++) {
    const other = line(at).filter(light => Math.abs(light - border) > NEAR).length
    if (other === 0) clean = at + 1
    else if (other > DUST || at - clean >= DUSTY_LINES) return clean
  }
  return clean
}

const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** The page without its borders. */
export function withoutMargins({ width, height }: Size, { top, right, bottom, left }: Margins): Size {
  return { width: width * (1 - left - right), height: height * (1 - top - bottom) }
}
