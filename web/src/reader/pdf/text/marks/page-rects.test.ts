import { expect, test } from 'bun:test'
import { isWithin, rectsOnPage } from './page-rects.rules'

const page = { left: 100, top: 50, width: 200, height: 400 }

test('words of one line are one rectangle, in fractions of the page', () => {
  const boxes = [
    { left: 120, top: 90, width: 40, height: 20 },
    { left: 164, top: 91, width: 36, height: 20 },
    { left: 164, top: 91, width: 36, height: 20 },
    { left: 120, top: 130, width: 20, height: 20 },
    { left: 120, top: 130, width: 0, height: 20 },
  ]
  const rects = rectsOnPage(boxes, page, 200)
  const rounded = rects.map(rect => Object.values(rect).map(value => Math.round(value * 10_000) / 10_000))
  expect(rounded).toEqual([
    [0.1, 0.1, 0.4, 0.0525],
    [0.1, 0.2, 0.1, 0.05],
  ])
  expect(rectsOnPage(boxes, page, 1)).toHaveLength(1)
})

test('columns of one line are separate rectangles within the page', () => {
  const boxes = [
    { left: 90, top: 60, width: 30, height: 10 },
    { left: 280, top: 60, width: 60, height: 10 },
  ]
  const rects = rectsOnPage(boxes, page, 200)
  expect(rects.map(({ x, width }) => [x, Number(width.toFixed(3))])).toEqual([
    [0, 0.1],
    [0.9, 0.1],
  ])
  expect([isWithin(0.05, 0.03, rects), isWithin(0.5, 0.03, rects)]).toEqual([true, false])
})
