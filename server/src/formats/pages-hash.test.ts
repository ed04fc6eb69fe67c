import { expect, test } from 'bun:test'
import { type BookContent, type ContentPart, isOfFewPages, pagesHash } from './pages-hash'

const PAGES = [1, 2, 3, 4].map(n => ({ crc: n * 1000, size: n * 10 }))
const LARGE = [1, 2].map(n => ({ crc: n * 1000, size: n * 8192 }))
const hashOf = (parts: readonly ContentPart[], more: Partial<BookContent> = {}) =>
  pagesHash({ format: 'cbz', parts, ...more })

test('identifies the pages, regardless of order and container', () => {
  expect(hashOf(PAGES)).toMatch(/^[0-9a-f]{32}$/)
  expect(hashOf(PAGES.toReversed())).toBe(hashOf(PAGES) as string)
  expect(hashOf(PAGES, { format: 'cbr' })).toBe(hashOf(PAGES) as string)
  // sha256 of "1000 10", "2000 20", "3000 30", "4000 40", one per line, by Python's hashlib: stored hashes depend on
  // it.
  expect(hashOf(PAGES)).toBe('422233f5adfc5f207fe35ec598d0382d')
})

test('is another one with another page, one more, or one less, or another frame', () => {
  const others = [
    [...PAGES.slice(1), { crc: 1001, size: 10 }],
    [...PAGES, { crc: 5000, size: 50 }],
    PAGES.slice(1),
    [...PAGES, { crc: 1000, size: 10 }],
  ]
  const hashes = [PAGES, ...others].map(parts => hashOf(parts))
  expect(new Set([...hashes, hashOf(PAGES, { frame: 'a' }), hashOf(PAGES, { frame: 'b' })]).size).toBe(7)
})

test('is none of books that it cannot tell apart', () => {
  expect(hashOf([])).toBeNull()
  expect(hashOf(PAGES.slice(0, 2))).toBeNull()
  expect(hashOf(Array.from({ length: 20 }, () => ({ crc: 7, size: 7 })))).toBeNull()
  expect(hashOf(Array.from({ length: 20 }, () => ({ crc: 7, size: 1000 })))).toBeNull()
})

test('of one or two pages is known as such, and holds for one format', () => {
  const hashes = [LARGE, LARGE.slice(1), LARGE.toReversed()].map(parts => hashOf(parts))
  expect(hashes.map(hash => isOfFewPages(hash))).toEqual([true, true, true])
  expect([hashes[1] === hashes[0], hashes[2] === hashes[0]]).toEqual([false, true])
  expect(hashOf(LARGE, { format: 'cbr' })).not.toBe(hashes[0] ?? null)
  expect(hashOf(LARGE.slice(0, 1))).toBeNull()
  expect([isOfFewPages(hashOf(PAGES)), isOfFewPages(null)]).toEqual([false, false])
})

test('is null when the archive has no checksums of its pages', () => {
  expect(hashOf([...PAGES, { crc: null, size: 50 }])).toBeNull()
  expect(hashOf([...PAGES, { crc: 0, size: 50 }])).toBeNull()
  expect(hashOf([...PAGES, { crc: 0, size: 0 }])).not.toBeNull()
})
