import { expect, test } from 'bun:test'
import { pagesLeft } from './pages-left.rules'

const line = (title: string, chapter: number) => ({ title, depth: 0, chapter, fragment: null })
const LINES = [line('One', 0), line('Two', 1), line('Three', 3)]
const at = (page: number, pages: number) => ({ page, pages, atEnd: page === pages - 1, to: (page + 1) / pages })

test('counts the pages of the chapter after this one', () => {
  expect(pagesLeft(at(0, 4), LINES, 0, 1)).toBe(3)
  expect(pagesLeft(at(3, 4), LINES, 0, 1)).toBe(0)
  expect(pagesLeft(at(0, 1), LINES, 3, null)).toBe(0)
})

test('is unknown in scrolled chapters and those that continue in the next file', () => {
  expect(pagesLeft({ page: 0, pages: 1, atEnd: false, to: 0.2 }, LINES, 0, 1)).toBeNull()
  expect(pagesLeft(at(0, 4), LINES, 1, 2)).toBeNull()
  expect(pagesLeft(at(0, 4), LINES, 2, 3)).toBe(3)
})

test('ends where another chapter of the same file begins', () => {
  const lines = [line('One', 0), { ...line('Two', 0), fragment: 'two' }, { ...line('Three', 0), fragment: 'three' }]
  const starts = new Map([
    ['two', 0.33],
    ['three', 0.72],
  ])
  const left = (page: number, next: number | null) => pagesLeft(at(page, 10), lines, 0, next, starts)
  // "Two" begins on the fourth page, "Three" on the eighth.
  expect([0, 1, 2].map(page => left(page, null))).toEqual([2, 1, 0])
  expect([3, 5, 6].map(page => left(page, null))).toEqual([3, 1, 0])
  expect([7, 9].map(page => left(page, null))).toEqual([2, 0])
  // The last one continues in the next file.
  expect([left(0, 1), left(8, 1)]).toEqual([2, null])
})
