import { describe, expect, test } from 'bun:test'
import { preloadOrder, retryDelay, stripOrder, widthToAsk } from './preload.rules'
import type { Spread } from './spreads.rules'

const singles = Array.from({ length: 10 }, (_, page): Spread => [page])
const pairs: Spread[] = [[0], [1, 2], [3, 4], [5, 6], [7]]

describe('preload', () => {
  test('three ahead, one behind, visible first', () => {
    expect(preloadOrder(singles, 4)).toEqual([4, 5, 6, 7, 3])
  })
  test('reversed when going back', () => {
    expect(preloadOrder(singles, 4, 'previous')).toEqual([4, 3, 2, 1, 5])
  })
  test('whole spreads', () => {
    expect(preloadOrder(pairs, 1)).toEqual([1, 2, 3, 4, 5, 6, 0])
  })
  test('stops at the ends', () => {
    expect(preloadOrder(singles, 9)).toEqual([9, 8])
    expect(preloadOrder(singles, 0)).toEqual([0, 1, 2, 3])
    expect(preloadOrder([], 0)).toEqual([])
  })
})

test('around a page of a strip', () => {
  expect(stripOrder(5, 100)).toEqual([5, 6, 4, 7, 3, 8, 9])
  expect(stripOrder(0, 3)).toEqual([0, 1, 2])
})

describe('width to ask for', () => {
  test('smallest that fills the screen', () => {
    expect(widthToAsk(600, 1, 3000)).toBe(800)
    expect(widthToAsk(600, 2, 3000)).toBe(1200)
    expect(widthToAsk(390, 3, 3000)).toBe(1200)
    expect(widthToAsk(1300, 2, 4000)).toBeNull()
  })
  test('the file as it is when it is no wider', () => {
    expect(widthToAsk(600, 1, 800)).toBeNull()
    expect(widthToAsk(600, 1, null)).toBe(800)
  })
})

describe('retry', () => {
  test('doubles, obeys Retry-After within reason, gives up after five', () => {
    expect([1, 2, 3].map(attempt => retryDelay(attempt, null))).toEqual([400, 800, 1600])
    expect(retryDelay(1, 3)).toBe(3000)
    expect(retryDelay(1, 9999)).toBe(30_000)
    expect(retryDelay(6, null)).toBeNull()
  })
})
