import { expect, test } from 'bun:test'
import { type Margins, marginsOf, NO_MARGINS, withoutMargins } from './margins.rules'

const SIZE = { width: 200, height: 300 }

/** A page of uniform brightness with boxes of another one. */
function page(ground: number, ...boxes: { x: number; y: number; width: number; height: number; light?: number }[]) {
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(ground)
  for (const { x, y, width, height, light = 128 } of boxes)
    for (let row = y; row < y + height; row++)
      pixels.fill(light, (row * SIZE.width + x) * 4, (row * SIZE.width + x + width) * 4)
  return pixels
}

/** In lines; one is left on each side. */
function lines({ top, right, bottom, left }: Margins): number[] {
  return [top * SIZE.height, right * SIZE.width, bottom * SIZE.height, left * SIZE.width].map(Math.round)
}

test('white and black borders are found up to the drawing', () => {
  const drawing = { x: 20, y: 30, width: 140, height: 210 }
  for (const ground of [255, 232, 0, 22])
    expect(lines(marginsOf(page(ground, drawing), SIZE))).toEqual([29, 39, 59, 19])
})

test('a border of another colour, or one that is drawn into, stays', () => {
  expect(marginsOf(page(120, { x: 20, y: 30, width: 140, height: 210, light: 10 }), SIZE)).toEqual(NO_MARGINS)
  const drawn = page(255, { x: 20, y: 30, width: 140, height: 210 }, { x: 80, y: 0, width: 6, height: 40, light: 0 })
  expect(lines(marginsOf(drawn, SIZE))).toEqual([0, 39, 59, 19])
})

test('the number of a page is not cut off, dust is', () => {
  const drawing = { x: 20, y: 30, width: 140, height: 210 }
  const number = page(255, drawing, { x: 96, y: 280, width: 6, height: 8, light: 0 })
  expect(lines(marginsOf(number, SIZE))[2]).toBe(11)
  const dust = page(255, drawing, { x: 10, y: 290, width: 1, height: 1, light: 0 })
  expect(lines(marginsOf(dust, SIZE))).toEqual([29, 39, 59, 19])
})

test('a thin line that leads into a border is part of the drawing', () => {
  const drawing = { x: 20, y: 30, width: 140, height: 210 }
  const thin = page(255, drawing, { x: 100, y: 12, width: 1, height: 20, light: 0 })
  expect(lines(marginsOf(thin, SIZE))).toEqual([11, 39, 59, 19])
})

test('an empty page is not cropped, and one with a small drawing keeps some of its paper', () => {
  for (const ground of [255, 0]) expect(marginsOf(page(ground), SIZE)).toEqual(NO_MARGINS)
  const small = marginsOf(page(255, { x: 95, y: 145, width: 10, height: 10 }), SIZE)
  expect(small).toEqual({ top: 0.3, right: 0.3, bottom: 0.3, left: 0.3 })
  const left = withoutMargins(SIZE, small)
  expect([Math.round(left.width), Math.round(left.height)]).toEqual([80, 120])
})
