import { expect, test } from 'bun:test'
import { pagesHash } from './pages-hash'

const PAGES = [1, 2, 3, 4].map(n => ({ crc: n * 1000, size: n * 10 }))

test('stands for the pages, in whatever order they are packed', () => {
  expect(pagesHash(PAGES)).toMatch(/^[0-9a-f]{32}$/)
  expect(pagesHash(PAGES.toReversed())).toBe(pagesHash(PAGES) as string)
})

test('is another one with another page, one more, or one less', () => {
  const others = [
    [...PAGES.slice(1), { crc: 1001, size: 10 }],
    [...PAGES, { crc: 5000, size: 50 }],
    PAGES.slice(1),
    [...PAGES, { crc: 1000, size: 10 }],
  ]
  expect(new Set([PAGES, ...others].map(pagesHash)).size).toBe(5)
})

test('is none of books that it cannot tell apart', () => {
  expect(pagesHash([])).toBeNull()
  expect(pagesHash(PAGES.slice(0, 2))).toBeNull()
  expect(pagesHash(Array.from({ length: 20 }, () => ({ crc: 7, size: 7 })))).toBeNull()
})

test('is none when the archive does not say what is in a page', () => {
  expect(pagesHash([...PAGES, { crc: null, size: 50 }])).toBeNull()
  expect(pagesHash([...PAGES, { crc: 0, size: 50 }])).toBeNull()
  expect(pagesHash([...PAGES, { crc: 0, size: 0 }])).not.toBeNull()
})
