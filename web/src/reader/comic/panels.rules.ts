import type { Size } from './fit.rules'

/** A panel of a page, in fractions of its width and height. */
export interface Panel {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Brightness thresholds, of 255: gutters are as white, or as black, as the page's border. */
const WHITE = 215
const BLACK = 40
/** Pixels that differ less than this from the border are empty. */
const NEAR = 32
/** Share of a line that may be drawn all the same: dust, or the tail of a speech bubble. */
const DUST = 0.006
/** Minimum gutter width, relative to the page's longer side. */
const GUTTER = 0.006
/** Minimum panel size, relative to the page's width or height. */
const SMALLEST = 0.07
const DEEPEST = 8
/** More than this are letters or a pattern, not panels. */
const MOST = 30

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * The panels of a page in reading order, found by their gutters: the page is cut recursively along empty lines. Empty
 * if there are none (one picture, overlapping panels, coloured gutters).
 */
export function panelsOf(pixels: Uint8ClampedArray, size: Size, rightToLeft: boolean): Panel[] {
  const drawn = drawnPixels(pixels, size)
  if (!drawn) return []
  const { width, height } = size
  const least = Math.max(2, Math.round(Math.max(width, height) * GUTTER))
  const found: Box[] = []

  const across = (box: Box, y: number) => count(drawn, y * width + box.left, y * width + box.right, 1)
  const down = (box: Box, x: number) => count(drawn, box.top * width + x, box.bottom * width + x, width)

  function cut(given: Box, depth: number): void {
    const box = trimmed(given)
    if (!box || found.length > MOST) return
    const rows = parts(box.top, box.bottom, y => across(box, y) <= (box.right - box.left) * DUST)
    if (depth < DEEPEST && rows.length > 1) {
      for (const [top, bottom] of rows) cut({ ...box, top, bottom }, depth + 1)
      return
    }
    const columns = parts(box.left, box.right, x => down(box, x) <= (box.bottom - box.top) * DUST)
    if (depth < DEEPEST && columns.length > 1) {
      if (rightToLeft) columns.reverse()
      for (const [left, right] of columns) cut({ ...box, left, right }, depth + 1)
      return
    }
    const isLarge = box.right - box.left >= width * SMALLEST && box.bottom - box.top >= height * SMALLEST
    if (isLarge) found.push(box)
  }

  /** Without empty lines at its sides. */
  function trimmed(box: Box): Box | null {
    let { left, top, right, bottom } = box
    while (top < bottom && across({ ...box, left, right }, top) <= (right - left) * DUST) top++
    while (bottom > top && across({ ...box, left, right }, bottom - 1) <= (right - left) * DUST) bottom--
    while (left < right && down({ ...box, top, bottom }, left) <= (bottom - top) * DUST) left++
    while (right > left && down({ ...box, top, bottom }, right - 1) <= (bottom - top) * DUST) right--
    return right > left && bottom > top ? { left, top, right, bottom } : null
  }

  /** Stretches between empty lines; gaps narrower than a gutter are ignored. */
  function parts(from: number, to: number, isEmpty: (at: number) => boolean): [number, number][] {
    const stretches: [number, number][] = []
    let start = from
    let gap = 0
    for (let at = from; at < to; at++) {
      if (isEmpty(at)) {
        gap++
        continue
      }
      if (gap >= least) {
        stretches.push([start, at - gap])
        start = at
      }
      gap = 0
    }
    stretches.push([start, to])
    return stretches.filter(([first, last]) => last > first)
  }

  cut({ left: 0, top: 0, right: width, bottom: height }, 0)
  if (found.length < 2 || found.length > MOST) return []
  return found.map(({ left, top, right, bottom }) => ({
    left: left / width,
    top: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  }))
}

/** 1 for each pixel that differs from the gutters' colour; null if the page's border has another colour or several. */
function drawnPixels(pixels: Uint8ClampedArray, { width, height }: Size): Uint8Array | null {
  const light = new Uint8Array(width * height)
  for (let at = 0; at < light.length; at++) {
    const from = at * 4
    light[at] = 0.299 * (pixels[from] ?? 0) + 0.587 * (pixels[from + 1] ?? 0) + 0.114 * (pixels[from + 2] ?? 0)
  }
  const border: number[] = []
  for (let x = 0; x < width; x++) border.push(light[x] ?? 0, light[(height - 1) * width + x] ?? 0)
  for (let y = 0; y < height; y++) border.push(light[y * width] ?? 0, light[y * width + width - 1] ?? 0)
  const ground = border.sort((a, b) => a - b)[border.length >> 1] ?? 0
  if (ground < WHITE && ground > BLACK) return null
  return light.map(value => (Math.abs(value - ground) > NEAR ? 1 : 0))
}

function count(drawn: Uint8Array, from: number, to: number, step: number): number {
  let sum = 0
  for (let at = from; at < to; at += step) sum += drawn[at] ?? 0
  return sum
}

/** The transform of a full-view page that makes a panel fill the view. */
export function panelFrame(page: Size, view: Size, panel: Panel | null) {
  if (!panel) return { scale: 1, x: (view.width - page.width) / 2, y: (view.height - page.height) / 2 }
  const [width, height] = [panel.width * page.width, panel.height * page.height]
  const scale = Math.min(LARGEST, (AIR * view.width) / width, (AIR * view.height) / height)
  return {
    scale,
    x: view.width / 2 - (panel.left * page.width + width / 2) * scale,
    y: view.height / 2 - (panel.top * page.height + height / 2) * scale,
  }
}

/** Share of the view that a panel fills, and its maximum magnification. */
const AIR = 0.96
const LARGEST = 5
