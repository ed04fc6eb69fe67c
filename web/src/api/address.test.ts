import { expect, test } from 'bun:test'
import { addressOf } from './address'

test('values are encoded, lists are joined by commas, and empty values are left out', () => {
  expect(addressOf('/api/v1/search', { query: { q: 'a&b=c', limit: null } })).toBe('/api/v1/search?q=a%26b%3Dc')
  expect(addressOf('/api/v1/user/preferences', { query: { keys: ['a', 'b.c'] } })).toBe(
    '/api/v1/user/preferences?keys=a%2Cb.c',
  )
  expect(addressOf('/api/v1/books', { query: { page: 2, sort: '', libraryId: undefined } })).toBe(
    '/api/v1/books?page=2',
  )
})

test('path parameters are replaced by encoded values', () => {
  expect(
    addressOf('/api/v1/books/{book_id}/pages/{page_number}', { params: { book_id: 'x/../y?', page_number: 3 } }),
  ).toBe('/api/v1/books/x%2F..%2Fy%3F/pages/3')
  expect(addressOf('/health')).toBe('/health')
})
