import { expect, test } from 'bun:test'
import { bookTitleKey, isbn13Of, SITES_OF_BOOKS } from './likely.rules'

test('an ISBN of ten digits is the one of thirteen', () => {
  // Both are printed on the same book.
  expect(isbn13Of('0-306-40615-2')).toBe('9780306406157')
  expect(isbn13Of('978-0-306-40615-7')).toBe('9780306406157')
  expect(isbn13Of('0-306-40615-3')).toBeNull()
})

test('titles of books are the same whatever precedes their numbers', () => {
  expect(bookTitleKey('Tide #001')).toBe(bookTitleKey('tide 1'))
  expect(bookTitleKey('Tide 10')).not.toBe(bookTitleKey('Tide 1'))
  expect(bookTitleKey('Tide 100')).not.toBe(bookTitleKey('Tide 1'))
})

test('only sites with an id for each issue prove anything of books', () => {
  expect(SITES_OF_BOOKS).toContain('comicvine')
  expect(SITES_OF_BOOKS).not.toContain('anilist')
})
