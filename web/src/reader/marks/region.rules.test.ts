import { expect, test } from 'bun:test'
import { boxOfRegion, isTowards, isWithin, regionBetween } from './region.rules'

const PAGE = { left: 100, top: 50, width: 400, height: 800 }

test('a region is the rectangle between two points, whichever comes first', () => {
  const region = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 }
  expect(regionBetween({ x: 200, y: 450 }, { x: 400, y: 650 }, PAGE)).toEqual(region)
  expect(regionBetween({ x: 400, y: 650 }, { x: 200, y: 450 }, PAGE)).toEqual(region)
  expect(boxOfRegion(region, PAGE)).toEqual({ left: 200, top: 450, width: 200, height: 200 })
})

test('a region ends at the edges of its page', () => {
  const whole = regionBetween({ x: 0, y: 0 }, { x: 2000, y: 2000 }, PAGE)
  expect(whole).toEqual({ x: 0, y: 0, width: 1, height: 1 })
})

test('a line or an area outside the page is not a region', () => {
  expect(regionBetween({ x: 200, y: 100 }, { x: 200, y: 300 }, PAGE)).toBeNull()
  expect(regionBetween({ x: 600, y: 100 }, { x: 900, y: 300 }, PAGE)).toBeNull()
})

test('a point is in a box or not', () => {
  expect(isWithin({ x: 100, y: 50 }, PAGE)).toBe(true)
  expect(isWithin({ x: 501, y: 50 }, PAGE)).toBe(false)
})

test('of two pages, each is on one side of the other, whatever their sizes', () => {
  const small = { left: 500, top: 250, width: 300, height: 400 }
  const overlapping = { left: 420, top: 20, width: 440, height: 860 }
  const [left, right, up, down] = [
    { x: -1, y: 0 },
    { x: 1, y: 0 },
    { x: 0, y: -1 },
    { x: 0, y: 1 },
  ] as const
  for (const other of [small, overlapping]) {
    expect([left, right, up, down].map(by => isTowards(by, PAGE, other))).toEqual([false, true, false, false])
    expect([left, right, up, down].map(by => isTowards(by, other, PAGE))).toEqual([true, false, false, false])
  }
  const below = { left: 150, top: 850, width: 300, height: 900 }
  expect([left, right, up, down].map(by => isTowards(by, PAGE, below))).toEqual([false, false, false, true])
})
