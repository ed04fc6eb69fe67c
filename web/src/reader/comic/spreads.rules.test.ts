import { describe, expect, test } from 'bun:test'
import { shiftPairing, spreadAt, spreadsOf } from './spreads.rules'

const tall = { width: 1000, height: 1500 }
const wide = { width: 2000, height: 1500 }
const unknown = { width: null, height: null }
const pages = (count: number) => Array.from({ length: count }, () => tall)

describe('spreads', () => {
  test('single pages if double pages are off', () => {
    expect(spreadsOf(pages(3), { double: false, coverAlone: true, apart: [] })).toEqual([[0], [1], [2]])
  })
  test('the cover stays alone, and so does a last page without a neighbour', () => {
    expect(spreadsOf(pages(6), { double: true, coverAlone: true, apart: [] })).toEqual([[0], [1, 2], [3, 4], [5]])
    expect(spreadsOf(pages(4), { double: true, coverAlone: false, apart: [] })).toEqual([
      [0, 1],
      [2, 3],
    ])
  })
  test('a wide page is alone and the page before it is not paired with it', () => {
    const mixed = [tall, tall, tall, tall, wide, tall, tall]
    expect(spreadsOf(mixed, { double: true, coverAlone: true, apart: [] })).toEqual([[0], [1, 2], [3], [4], [5, 6]])
  })
  test('pages of unknown size are paired', () => {
    expect(spreadsOf([unknown, unknown], { double: true, coverAlone: false, apart: [] })).toEqual([[0, 1]])
  })
  test('no pages, no spreads', () => {
    expect(spreadsOf([], { double: true, coverAlone: true, apart: [] })).toEqual([])
  })
  test('a separate page shifts later pairs up to the next wide page', () => {
    expect(spreadsOf(pages(6), { double: true, coverAlone: true, apart: [1] })).toEqual([[0], [1], [2, 3], [4, 5]])
  })
  test('shifting separates a pair, and shifting again restores it', () => {
    expect(shiftPairing([], [3, 4])).toEqual([3])
    expect(shiftPairing([3], [3])).toEqual([])
    expect(shiftPairing([], [5])).toEqual([])
    expect(shiftPairing([7], [1, 2])).toEqual([1, 7])
    expect(shiftPairing([7], undefined)).toEqual([7])
  })
  test('finds the spread of a page within the book', () => {
    const spreads = spreadsOf(pages(6), { double: true, coverAlone: true, apart: [] })
    expect([0, 1, 2, 3, 5, 99, -1].map(page => spreadAt(spreads, page))).toEqual([0, 1, 1, 2, 3, 3, 0])
    expect(spreadAt([], 4)).toBe(0)
  })
})
