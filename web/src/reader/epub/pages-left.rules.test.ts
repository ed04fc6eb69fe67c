import { expect, test } from 'bun:test'
import { pagesLeft } from './pages-left.rules'

const line = (title: string, chapter: number) => ({ title, depth: 0, chapter, fragment: null })
const LINES = [line('One', 0), line('Two', 1), line('Three', 3)]
const at = (page: number, pages: number) => ({ page, pages, atEnd: page === pages - 1 })

test('counts the pages of the chapter after this one', () => {
  expect(pagesLeft(at(0, 4), LINES, 0, 1)).toBe(3)
  expect(pagesLeft(at(3, 4), LINES, 0, 1)).toBe(0)
  expect(pagesLeft(at(0, 1), LINES, 3, null)).toBe(0)
})

test('is unknown in scrolled chapters and those that continue in the next file', () => {
  expect(pagesLeft({ page: 0, pages: 1, atEnd: false }, LINES, 0, 1)).toBeNull()
  expect(pagesLeft(at(0, 4), LINES, 1, 2)).toBeNull()
  expect(pagesLeft(at(0, 4), LINES, 2, 3)).toBe(3)
})
