import { expect, test } from 'bun:test'
import { vividPart } from './vivid-colour'

type Rgb = readonly [number, number, number]
const pixels = (...parts: readonly (readonly [count: number, rgb: Rgb])[]) =>
  parts.flatMap(([count, rgb]) => Array.from({ length: count }, () => [...rgb, 255]).flat())
const GREY: Rgb = [128, 128, 128]

test('the colour of a picture is that of its most colourful part, however large its grey areas are', () => {
  for (const rgb of [
    [220, 20, 20],
    [20, 40, 200],
    [230, 120, 20],
    [0, 150, 140],
  ] as const) {
    const found = vividPart(pixels([90, GREY], [10, rgb]))?.rgb.map(Math.round)
    expect(found).toEqual([...rgb])
  }
})

test('a strong colour in a small area wins over a pale one in a large area', () => {
  const found = vividPart(pixels([80, [205, 215, 235]], [20, [200, 30, 30]]))
  expect(found?.rgb.map(Math.round)).toEqual([200, 30, 30])
})

test('of two strong colours the one with the larger area wins, and they are not mixed', () => {
  const found = vividPart(pixels([70, [20, 40, 200]], [30, [220, 200, 20]]))
  expect(found?.rgb.map(Math.round)).toEqual([20, 40, 200])
})

test('single pixels, black, white and grey give no colour', () => {
  expect(vividPart(pixels([99, GREY], [1, [255, 0, 0]]))).toBeNull()
  expect(vividPart(pixels([40, [0, 0, 0]], [40, [255, 255, 255]], [20, GREY]))).toBeNull()
  expect(vividPart([])).toBeNull()
})
