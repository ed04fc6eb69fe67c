import { expect, test } from 'bun:test'
import { accentOfPixels } from './accent.rules'

const pixels = (...parts: readonly [count: number, rgb: readonly [number, number, number]][]) =>
  parts.flatMap(([count, rgb]) => Array.from({ length: count }, () => [...rgb, 255]).flat())

// Hues of OKLCH for pure sRGB colours, by CSS Color 4: red 29, green 142, blue 264.
test('the hue of one colour', () => {
  expect(accentOfPixels(pixels([10, [255, 0, 0]])).hue).toBeCloseTo(29, -0.5)
  expect(accentOfPixels(pixels([10, [0, 255, 0]])).hue).toBe(142)
  expect(accentOfPixels(pixels([10, [0, 0, 255]])).hue).toBe(264)
})

test('a little colour outweighs much grey', () => {
  const { hue, chroma } = accentOfPixels(pixels([200, [128, 128, 128]], [20, [0, 0, 255]]))
  expect(hue).toBe(264)
  expect(chroma).toBeGreaterThan(0.05)
})

test('red on both sides of 0 degrees is not taken apart into its opposite', () => {
  const { hue } = accentOfPixels(pixels([10, [255, 0, 60]], [10, [255, 0, 30]]))
  expect(hue < 60 || hue > 330).toBe(true)
})

test('black and white gives a grey accent', () => {
  expect(accentOfPixels(pixels([50, [0, 0, 0]], [50, [255, 255, 255]])).chroma).toBeLessThan(0.02)
  expect(accentOfPixels([]).chroma).toBeLessThan(0.02)
})

test('chroma stays where text keeps its contrast', () => {
  for (const rgb of [
    [255, 0, 0],
    [0, 255, 0],
    [90, 80, 60],
    [255, 0, 255],
  ] as const) {
    expect(accentOfPixels(pixels([4, rgb])).chroma).toBeLessThanOrEqual(0.165)
  }
})
