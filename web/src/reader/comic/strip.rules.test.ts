import { describe, expect, test } from 'bun:test'
import { heightOf, layStrip, pageAtHeight, pageInView, placeAt, stripWindow } from './strip.rules'

const square = { width: 100, height: 100 }
const strip = layStrip([square, square, { width: 100, height: 300 }], 200)

describe('webtoon strip', () => {
  test('pages have no gaps', () => {
    expect(strip.tops).toEqual([0, 200, 400, 1000])
  })
  test('edges are on device pixels without accumulated rounding errors', () => {
    const thirds = layStrip(
      Array.from({ length: 300 }, () => ({ width: 3, height: 1 })),
      100,
      1.5,
    )
    for (const top of thirds.tops) expect((top * 1.5) % 1).toBeCloseTo(0, 6)
    expect(thirds.tops.at(-1)).toBe(10_000)
  })
  test('pages of unknown size get the usual shape', () => {
    expect(layStrip([square, { width: null, height: null }, square], 50).tops).toEqual([0, 50, 100, 150])
    expect(layStrip([{ width: null, height: null }], 100).tops).toEqual([0, 150])
  })
  test('finds the page at a height within the strip', () => {
    expect([-5, 0, 199, 200, 999, 5000].map(y => pageAtHeight(strip, y))).toEqual([0, 0, 0, 1, 2, 2])
    expect(pageAtHeight(layStrip([], 100), 10)).toBe(0)
  })
  test('a place is the same after a change of width', () => {
    const place = placeAt(strip, 700)
    expect(place).toEqual({ page: 2, fraction: 0.5 })
    expect(heightOf(layStrip([square, square, { width: 100, height: 300 }], 400), place)).toBe(1400)
  })
  test('the last page counts as read once the end is in sight', () => {
    expect(pageInView(strip, 0, 300)).toBe(0)
    expect(pageInView(strip, 150, 300)).toBe(1)
    expect(pageInView(strip, 700, 300)).toBe(2)
    const shortEnd = layStrip([square, { width: 100, height: 10 }], 200)
    expect(pageInView(shortEnd, 20, 200)).toBe(1)
  })
  test('pages just outside the view are rendered too', () => {
    const long = layStrip(
      Array.from({ length: 100 }, () => square),
      100,
    )
    expect(stripWindow(long, 1000, 200, 1)).toEqual([8, 14])
  })
})
