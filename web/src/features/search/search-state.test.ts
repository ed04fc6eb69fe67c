import { expect, test } from 'bun:test'
import { readSearchState } from './search-state'

test('valid and invalid addresses of a search', () => {
  expect(readSearchState({ q: 'akira', kind: 'books' })).toEqual({ q: 'akira', kind: 'books' })
  expect(readSearchState({ q: 1984 })).toEqual({ q: '1984' })
  expect(readSearchState({ q: '  ', kind: 'users' })).toEqual({})
  expect(readSearchState({ q: { a: 1 }, kind: ['books'] })).toEqual({})
  expect(readSearchState({ q: 'x'.repeat(500) }).q).toHaveLength(200)
})
