import { expect, test } from 'bun:test'
import { panelFrame, panelsOf } from './panels.rules'

const SIZE = { width: 200, height: 300 }
type Box = readonly [left: number, top: number, width: number, height: number]

/** A page of uniform brightness with boxes of another one. */
function page(ground: number, drawn: number, boxes: readonly Box[]): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(ground)
  for (const [left, top, width, height] of boxes) {
    for (let y = top; y < top + height; y++) {
      const from = (y * SIZE.width + left) * 4
      pixels.fill(drawn, from, from + width * 4)
    }
  }
  return pixels
}

const found = (pixels: Uint8ClampedArray, rightToLeft = false) =>
  panelsOf(pixels, SIZE, rightToLeft).map(({ left, top, width, height }) =>
    [left * SIZE.width, top * SIZE.height, width * SIZE.width, height * SIZE.height].map(Math.round),
  )

const WIDE: Box = [10, 10, 180, 80]
const LEFT: Box = [10, 100, 85, 90]
const RIGHT: Box = [105, 100, 85, 90]
const TALL: Box = [10, 200, 60, 90]
const UPPER: Box = [80, 200, 110, 40]
const LOWER: Box = [80, 250, 110, 40]

test('panels in rows, and rows in panels, in the order in which they are read', () => {
  const all = [WIDE, LEFT, RIGHT, TALL, UPPER, LOWER]
  expect(found(page(255, 90, all))).toEqual(all.map(box => [...box]))
  expect(found(page(255, 90, all), true)).toEqual([WIDE, RIGHT, LEFT, UPPER, LOWER, TALL].map(box => [...box]))
  expect(found(page(0, 200, all))).toHaveLength(6)
})

test('dust and page numbers are no panels', () => {
  expect(found(page(255, 0, [WIDE, [10, 100, 180, 170], [98, 285, 6, 6], [50, 93, 1, 1]]))).toEqual([
    [...WIDE],
    [10, 100, 180, 170],
  ])
})

test('one picture, an empty page, coloured paper and a pattern have none', () => {
  expect(found(page(255, 0, [[10, 10, 180, 280]]))).toEqual([])
  expect(found(page(255, 0, []))).toEqual([])
  expect(found(page(128, 0, [WIDE, LEFT]))).toEqual([])
  const dots = Array.from({ length: 64 }, (_, at): Box => [5 + (at % 8) * 24, 5 + Math.floor(at / 8) * 36, 16, 24])
  expect(found(page(255, 0, dots))).toEqual([])
})

test('a panel fills the view and is centred in it', () => {
  const view = { width: 400, height: 800 }
  const whole = { width: 400, height: 600 }
  expect(panelFrame(whole, view, null)).toEqual({ scale: 1, x: 0, y: 100 })
  const { scale, x, y } = panelFrame(whole, view, { left: 0.5, top: 0, width: 0.5, height: 0.5 })
  expect(scale).toBeCloseTo(1.92)
  expect(x + 300 * scale).toBeCloseTo(200)
  expect(y + 150 * scale).toBeCloseTo(400)
})
