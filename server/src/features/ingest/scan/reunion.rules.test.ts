import { expect, test } from 'bun:test'
import { type FoundBook, type MissingBook, pairUp } from './reunion.rules'

const missing = (pk: number, fileHash: string, more: Partial<MissingBook> = {}): MissingBook => ({
  ...{ pk, libraryPk: 1, fileName: `${pk}.cbz`, fileHash, pagesHash: null, seenAt: 100, isHidden: false },
  ...more,
})
const found = (pk: number, fileHash: string, more: Partial<FoundBook> = {}): FoundBook => ({
  ...{ pk, fileName: `${pk}.cbz`, fileHash, pagesHash: null, listedAt: 200 },
  ...more,
})
const pairs = (...args: Parameters<typeof pairUp>) =>
  pairUp(...args).map(({ pk, freshPk, isChanged }) => [pk, freshPk, isChanged])

test('a missing book is the one of the same bytes that came after it was last seen', () => {
  expect(pairs([missing(1, 'a')], [found(9, 'b'), found(10, 'a')])).toEqual([[1, 10, false]])
  expect(pairs([missing(1, 'a')], [found(10, 'a', { listedAt: 100 })])).toEqual([])
})

test('of equal files the one of the same name is the same, and each counts once', () => {
  const two = [missing(1, 'a', { fileName: 'one.cbz' }), missing(2, 'a', { fileName: 'two.cbz' })]
  const there = [found(10, 'a', { fileName: 'two.cbz' }), found(11, 'a'), found(12, 'a')]
  expect(pairs(two, there)).toEqual([
    [2, 10, false],
    [1, 11, false],
  ])
})

test('equal pages count when there is one book on either side, and no equal file', () => {
  const book = missing(1, 'a', { pagesHash: 'p' })
  const fresh = found(10, 'b', { pagesHash: 'p' })
  expect(pairs([book], [fresh])).toEqual([[1, 10, true]])
  expect(pairs([book, missing(2, 'c', { pagesHash: 'p' })], [fresh])).toEqual([])
  expect(pairs([book], [fresh, found(11, 'd', { pagesHash: 'p' })])).toEqual([])
  expect(pairs([book], [found(10, 'b', { pagesHash: 'p', listedAt: 50 })])).toEqual([])
  expect(pairs([book], [fresh, found(11, 'a', { pagesHash: 'p' })])).toEqual([[1, 11, false]])
  // A copy that existed while the missing one did is not a match.
  expect(pairs([book], [fresh, found(11, 'd', { pagesHash: 'p', listedAt: 50 })])).toEqual([[1, 10, true]])
})

test('a recently missing book takes precedence over those hidden long before', () => {
  const copy = missing(1, 'a', { pagesHash: 'p', isHidden: true })
  const book = missing(2, 'c', { pagesHash: 'p' })
  const fresh = found(10, 'b', { pagesHash: 'p' })
  expect(pairs([copy, book], [fresh])).toEqual([[2, 10, true]])
  expect(pairs([copy, book, missing(3, 'd', { pagesHash: 'p' })], [fresh])).toEqual([])
  expect(pairs([copy, { ...book, isHidden: true }], [fresh])).toEqual([])
  expect(pairs([copy, missing(2, 'a')], [found(10, 'a')])).toEqual([[2, 10, false]])
})

test('a book of a page or two is recognized by them if they were always unique', () => {
  const book = missing(2, 'c', { pagesHash: 'few:p' })
  const copy = missing(1, 'a', { pagesHash: 'few:p', isHidden: true })
  const fresh = found(10, 'b', { pagesHash: 'few:p' })
  expect(pairs([book], [fresh])).toEqual([[2, 10, true]])
  expect(pairs([copy], [fresh])).toEqual([[1, 10, true]])
  expect(pairs([copy, book], [fresh])).toEqual([])
  expect(pairs([book], [fresh, found(11, 'd', { pagesHash: 'few:p' })])).toEqual([])
  expect(pairs([book], [fresh, found(11, 'd', { pagesHash: 'few:p', listedAt: 50 })])).toEqual([])
})

test('books without known content match no other', () => {
  expect(pairs([missing(1, '')], [found(10, ''), found(11, 'x')])).toEqual([])
})
