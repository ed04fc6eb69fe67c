import { expect, test } from 'bun:test'
import { boxOfRegion, enters, isTowards, isWithin, leadsOut, middleOf, regionBetween, seenPart } from './region.rules'

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

test('of a page higher than the screen, an area begins in the part that is seen, and stays in it', () => {
  const seen = seenPart({ left: 0, top: -500, width: 400, height: 2000 }, { left: 0, top: 0, width: 400, height: 1000 })
  expect(seen).toEqual({ x: 0, y: 0.25, width: 1, height: 0.5 })
  const middle = middleOf(seen)
  expect(middle).toEqual({ x: 0.25, y: 0.375, width: 0.5, height: 0.25 })
  expect(leadsOut(middle, { ...middle, y: 0.5 }, seen)).toBe(false)
  expect(leadsOut(middle, { ...middle, y: 0.51 }, seen)).toBe(true)
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  expect(leadsOut(whole, { ...whole, height: 0.99 }, seen)).toBe(false)
})

test('an area comes over from above to the top of the next page, no higher than what is seen of it', () => {
  const was = { x: 0.25, y: 0.5, width: 0.5, height: 0.5 }
  const seen = { x: 0, y: 0, width: 1, height: 0.2 }
  expect(enters(was, { x: 0, y: 0.01 }, seen)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 0.2 })
})
