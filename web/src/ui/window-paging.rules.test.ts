import { describe, expect, test } from 'bun:test'
import { columnsFor, neighbourIn, pagesOf, placeOf } from './window-paging.rules'

describe('pagesOf', () => {
  test('one page while the items stand on it', () => {
    expect(pagesOf({ first: 0, last: 41 }, 100, 100_000)).toEqual([1])
    expect(pagesOf({ first: 0, last: 99 }, 100, 100_000)).toEqual([1])
  })
  test('both pages over the edge', () => {
    expect(pagesOf({ first: 90, last: 120 }, 100, 100_000)).toEqual([1, 2])
    expect(pagesOf({ first: 99_900, last: 99_999 }, 100, 100_000)).toEqual([1000])
  })
  test('never beyond the end, nor before the start', () => {
    expect(pagesOf({ first: 150, last: 400 }, 100, 205)).toEqual([2, 3])
    expect(pagesOf({ first: -5, last: -1 }, 100, 0)).toEqual([1])
  })
  test('never more than a few at once', () => {
    expect(pagesOf({ first: 0, last: 5000 }, 100, 100_000)).toHaveLength(4)
  })
  test('before the total is known the first page tells it', () => {
    expect(pagesOf({ first: 0, last: 0 }, 100, null)).toEqual([1])
  })
})

test('placeOf and pagesOf agree on every item', () => {
  for (const index of [0, 1, 99, 100, 101, 250, 99_999]) {
    const { page, offset } = placeOf(index, 100)
    expect((page - 1) * 100 + offset).toBe(index)
    expect(pagesOf({ first: index, last: index }, 100, 100_000)).toEqual([page])
  }
})

describe('columnsFor', () => {
  test('fits as many as there is room for, gaps between them', () => {
    expect(columnsFor(358, 100, 12)).toBe(3)
    expect(columnsFor(324, 100, 12)).toBe(3)
    expect(columnsFor(323, 100, 12)).toBe(2)
  })
  test('is one at least', () => {
    expect(columnsFor(40, 100, 12)).toBe(1)
  })
})

describe('neighbourIn a grid of 4 columns and 10 items', () => {
  const go = (key: string, from: number) => neighbourIn(key, from, 4, 10)
  test('pages by screens, as far as there are any', () => {
    expect(neighbourIn('PageDown', 1, 4, 100, 3)).toBe(13)
    expect(neighbourIn('PageDown', 98, 4, 100, 3)).toBe(99)
    expect(neighbourIn('PageUp', 3, 4, 100, 3)).toBe(0)
  })
  test('walks along and across', () => {
    expect(go('ArrowRight', 0)).toBe(1)
    expect(go('ArrowLeft', 4)).toBe(3)
    expect(go('ArrowDown', 1)).toBe(5)
    expect(go('ArrowUp', 5)).toBe(1)
  })
  test('jumps to both ends', () => {
    expect(go('Home', 7)).toBe(0)
    expect(go('End', 0)).toBe(9)
  })
  test('goes down into a shorter row', () => {
    expect(go('ArrowDown', 7)).toBe(9)
  })
  test('does not leave the grid', () => {
    expect(go('ArrowLeft', 0)).toBeNull()
    expect(go('ArrowUp', 2)).toBeNull()
    expect(go('ArrowRight', 9)).toBeNull()
    expect(go('ArrowDown', 8)).toBeNull()
    expect(go('a', 3)).toBeNull()
  })
})
