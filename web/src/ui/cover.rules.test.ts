import { expect, test } from 'bun:test'
import { fitOf, hueOf } from './cover.rules'

test('covers of about 2:3 fill their place', () => {
  expect(fitOf(400, 600)).toBe('cover')
  // American comics 6.625 x 10.25 in, manga 5 x 7.5 in, A-format paperbacks 110 x 178 mm
  expect(fitOf(663, 1025)).toBe('cover')
  expect(fitOf(500, 750)).toBe('cover')
  expect(fitOf(110, 178)).toBe('cover')
})

test('others are shown whole', () => {
  expect(fitOf(600, 600)).toBe('contain')
  expect(fitOf(600, 400)).toBe('contain')
  expect(fitOf(300, 1200)).toBe('contain')
  expect(fitOf(0, 0)).toBe('contain')
})

test('a title has a colour of its own, and keeps it', () => {
  const titles = ['Akira', 'Bone', 'Moby-Dick', '火の鳥', 'rar5-loop-bug', '']
  for (const title of titles) {
    expect(hueOf(title)).toBe(hueOf(title))
    expect(hueOf(title)).toBeGreaterThanOrEqual(0)
    expect(hueOf(title)).toBeLessThan(360)
  }
  expect(new Set(titles.map(hueOf)).size).toBe(titles.length)
})
