import { expect, test } from 'bun:test'
import { defaultParseSearch } from '@tanstack/react-router'
import { readableSearch } from './readable-search'

test('a filter is readable in the address, and is parsed back unchanged', () => {
  const search = { sort: 'name,asc;random:7', filter: 'genre:Horror,any(year:1990..1999,-tag:a b)' }
  expect(readableSearch(search)).toBe('?sort=name,asc;random:7&filter=genre:Horror,any(year:1990..1999,-tag:a+b)')
  expect(defaultParseSearch(readableSearch(search))).toEqual(search)
})

test('characters that delimit parts of an address stay encoded', () => {
  for (const q of ['a&b=c', 'x#y', '50%', '%2C', 'a+b', '漢字', '"1984"', '1984']) {
    expect(defaultParseSearch(readableSearch({ q }))).toEqual({ q })
  }
})
