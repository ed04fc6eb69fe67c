import type { MarkRegion } from '../../../../api'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Boxes of words in fractions of their page; adjacent ones on one line are joined. */
export function rectsOnPage(boxes: readonly Box[], page: Box, most: number): MarkRegion[] {
  const lines: { left: number; top: number; right: number; bottom: number }[] = []
  for (const { left, top, width, height } of boxes) {
    if (width < 1 || height < 1) continue
    const box = { left, top, right: left + width, bottom: top + height }
    const line = lines.find(each => {
      const shared = Math.min(each.bottom, box.bottom) - Math.max(each.top, box.top)
      const gap = Math.max(each.left, box.left) - Math.min(each.right, box.right)
      return shared > Math.min(height, each.bottom - each.top) / 2 && gap < height
    })
    if (!line) lines.push(box)
    else {
      line.left = Math.min(line.left, box.left)
      line.top = Math.min(line.top, box.top)
      line.right = Math.max(line.right, box.right)
      line.bottom = Math.max(line.bottom, box.bottom)
    }
  }
  const share = (value: number) => Math.min(1, Math.max(0, value))
  return lines
    .slice(0, most)
    .map(({ left, top, right, bottom }) => {
      const x = share((left - page.left) / page.width)
      const y = share((top - page.top) / page.height)
      return {
        x,
        y,
        width: share((right - page.left) / page.width) - x,
        height: share((bottom - page.top) / page.height) - y,
      }
    })
    .filter(({ width, height }) => width > 0 && height > 0)
}

export function isWithin(x: number, y: number, rects: readonly MarkRegion[]): boolean {
  return rects.some(rect => x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height)
}
