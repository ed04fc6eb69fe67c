import { expect, test } from 'bun:test'
import { envelope, linkHeader } from './envelope'

const url = new URL('http://x/api/v1/books?pageSize=2&page=2&libraryId=a%26b&sort=title,asc')

test('links are relative and keep other parameters; the last page has no next link', () => {
  const middle = envelope(url, 2, 2, 6, ['a', 'b'])
  expect(middle).toMatchObject({ page: 2, pageSize: 2, total: 6, totalPages: 3, data: ['a', 'b'] })
  expect(middle.links.self).toBe('/api/v1/books?page=2&pageSize=2&libraryId=a%26b&sort=title%2Casc')
  expect(new URL(middle.links.next ?? '', url).searchParams.get('libraryId')).toBe('a&b')
  expect(Object.keys(middle.links)).toEqual(['self', 'first', 'prev', 'next', 'last'])
  expect(envelope(url, 3, 2, 6, []).links).not.toHaveProperty('next')
  expect(envelope(url, 1, 2, 6, []).links).not.toHaveProperty('prev')
})

test('an empty list has 0 pages, and its last link is the first page', () => {
  const empty = envelope(new URL('http://x/l'), 1, 50, 0, [])
  expect(empty.totalPages).toBe(0)
  expect(empty.links).toEqual({
    self: '/l?page=1&pageSize=50',
    first: '/l?page=1&pageSize=50',
    last: '/l?page=1&pageSize=50',
  })
})

test('the Link header has the same links', () => {
  expect(linkHeader(envelope(new URL('http://x/l'), 1, 50, 60, []))).toBe(
    '</l?page=1&pageSize=50>; rel="first", </l?page=1&pageSize=50>; rel="self", ' +
      '</l?page=2&pageSize=50>; rel="next", </l?page=2&pageSize=50>; rel="last"',
  )
})
