import { expect, test } from 'bun:test'
import { alphabet, readSort, shuffled, usualDirection, writeSort } from './sort.rules'

test('an order is read as it was written', () => {
  for (const text of ['name,asc', 'book_count,desc;name,asc', 'random:42,asc']) {
    expect(writeSort(readSort(text, 'series') ?? [])).toBe(text)
  }
  expect(readSort('title', 'books')).toEqual([{ field: 'title', direction: 'asc' }])
})

test('what no list can be sorted by is none', () => {
  for (const text of ['', 'name', 'title,up', 'title,asc,x', 'random:x', 'title;title;title;title;title;title']) {
    expect([text, readSort(text, 'books')]).toEqual([text, null])
  }
})

test('shuffling is another order by chance, the same for the same seed', () => {
  expect(shuffled(() => 0)).toBe('random:0,asc')
  expect(shuffled(() => 0.5)).toBe('random:500000,asc')
})

test('dates come from the newest, names from A', () => {
  expect(usualDirection('created_at')).toBe('desc')
  expect(usualDirection('name')).toBe('asc')
})

test('letters are offered only for series ordered by name', () => {
  expect(alphabet({ kind: 'series', sort: 'name,desc' })).toBe('desc')
  expect(alphabet({ kind: 'series', sort: 'book_count,desc;name,asc' })).toBeNull()
  expect(alphabet({ kind: 'books', sort: 'title,asc' })).toBeNull()
})
