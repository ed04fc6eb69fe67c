import { expect, test } from 'bun:test'
import { coverShaped, cropBetween, isWhole, nudged, WHOLE } from './crop.rules'

test('two corners in any order give an area within the picture that is never empty', () => {
  const part = { x: 0.2, y: 0.1, width: 0.5, height: 0.4 }
  const close = (crop: typeof part) => Object.values(crop).map(value => Math.round(value * 1000) / 1000)
  expect(close(cropBetween({ x: 0.7, y: 0.1 }, { x: 0.2, y: 0.5 }))).toEqual(Object.values(part))
  expect(close(cropBetween({ x: -3, y: -3 }, { x: 9, y: 9 }))).toEqual([0, 0, 1, 1])
  expect(close(cropBetween({ x: 1, y: 1 }, { x: 1, y: 1 }))).toEqual([0.95, 0.95, 0.05, 0.05])
})

test('an area stays within the picture when it is moved or resized', () => {
  const part = { x: 0.5, y: 0.5, width: 0.4, height: 0.4 }
  expect(nudged(part, { x: 9, y: -9 }, false)).toEqual({ x: 0.6, y: 0, width: 0.4, height: 0.4 })
  expect(nudged(part, { x: 9, y: -9 }, true)).toEqual({ x: 0.5, y: 0.5, width: 0.5, height: 0.05 })
})

test('covers have an aspect ratio of 2:3', () => {
  for (const [width, height] of [
    [900, 600],
    [400, 600],
    [100, 900],
  ] as const) {
    const crop = coverShaped(width, height)
    expect((crop.width * width) / (crop.height * height)).toBeCloseTo(2 / 3)
    expect(crop.x + crop.width / 2).toBeCloseTo(0.5)
  }
  expect([isWhole(WHOLE), isWhole(coverShaped(900, 600))]).toEqual([true, false])
})

test('a selected area stays where it is when it gets the proportions of a cover', () => {
  const area = { x: 0.2, y: 0.4, width: 0.4, height: 0.3 }
  const crop = coverShaped(400, 600, area)
  expect((crop.width * 400) / (crop.height * 600)).toBeCloseTo(2 / 3)
  expect(crop.height).toBeCloseTo(0.3)
  expect([crop.x + crop.width / 2, crop.y + crop.height / 2].map(at => at.toFixed(3))).toEqual(['0.400', '0.550'])
})
