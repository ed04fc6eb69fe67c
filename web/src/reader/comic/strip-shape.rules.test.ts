import { expect, test } from 'bun:test'
import { looksLikeStrip } from './strip-shape.rules'

const pages = (...ratios: readonly number[]) => ratios.map(ratio => ({ width: 800, height: 800 * ratio }))

test('a book of tall pages is a strip, even with a cover and a last page of another shape', () => {
  expect(looksLikeStrip(pages(10, 10, 10, 10))).toBe(true)
  expect(looksLikeStrip(pages(1.5, 8, 9, 8, 7, 2))).toBe(true)
})

test('a book of pages with a fold-out, or of unknown shapes, is not a strip', () => {
  expect(looksLikeStrip(pages(1.5, 1.5, 1.5, 3))).toBe(false)
  expect(looksLikeStrip(pages(0.7, 1.5, 2))).toBe(false)
  expect(looksLikeStrip(pages(5))).toBe(false)
  expect(looksLikeStrip([{ width: null, height: null }])).toBe(false)
  expect(looksLikeStrip([])).toBe(false)
})
