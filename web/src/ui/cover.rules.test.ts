import { expect, test } from 'bun:test'
import { fitOf } from './cover.rules'

test('covers of about 2:3 fill their place', () => {
  expect(fitOf(400, 600)).toBe('cover')
  // American comics 6.625 x 10.25 in, manga 5 x 7.5 in, A-format paperbacks 110 x 178 mm
  expect(fitOf(663, 1025)).toBe('cover')
  expect(fitOf(500, 750)).toBe('cover')
  expect(fitOf(110, 178)).toBe('cover')
})

test('others stand whole', () => {
  expect(fitOf(600, 600)).toBe('contain')
  expect(fitOf(600, 400)).toBe('contain')
  expect(fitOf(300, 1200)).toBe('contain')
  expect(fitOf(0, 0)).toBe('contain')
})
