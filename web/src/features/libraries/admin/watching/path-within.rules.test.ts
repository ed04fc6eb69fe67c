import { expect, test } from 'bun:test'
import { pathWithin } from './path-within.rules'

test('a folder is shown relative to the library’s folder', () => {
  expect(pathWithin('/books', '/books')).toBe('')
  expect(pathWithin('/books', '/books/')).toBe('')
  expect(pathWithin('/books', '/books/Marvel/Batman/')).toBe('Marvel/Batman')
  expect(pathWithin('/books', '/bookshelf')).toBeNull()
  expect(pathWithin('/books', '/')).toBeNull()
})
