import { expect, test } from 'bun:test'
import {
  knownColumns,
  readColumns,
  sharesOf,
  shownColumns,
  sortedBy,
  usualColumns,
  withColumn,
  writeColumns,
} from './columns.rules'

test('columns are read as they were written', () => {
  for (const kind of ['series', 'books'] as const) {
    expect(writeColumns(usualColumns(kind), kind)).toBeUndefined()
    for (const columns of [[], knownColumns(kind), knownColumns(kind).slice(2, 3)]) {
      expect(readColumns(writeColumns(columns, kind) ?? '', kind)).toEqual([...columns])
    }
  }
  expect(readColumns('pages', 'series')).toBeNull()
  expect(readColumns('', 'books')).toBeNull()
})

test('a column is added at its place, and removed', () => {
  expect(withColumn(['year'], 'books', 'series')).toEqual(['books', 'year'])
  expect(withColumn(['books', 'year'], 'books', 'series')).toEqual(['year'])
})

test('the head of a column sorts by it, turns it round, or comes after others', () => {
  const name = { field: 'name', direction: 'asc' } as const
  expect(sortedBy([name], 'book_count', false)).toEqual([{ field: 'book_count', direction: 'desc' }])
  expect(sortedBy([name], 'name', false)).toEqual([{ field: 'name', direction: 'desc' }])
  expect(sortedBy([name], 'book_count', true)).toEqual([name, { field: 'book_count', direction: 'desc' }])
})

test('columns take their minimum width, and share the rest', () => {
  const parts = [
    { least: 44, share: 0 },
    { least: 200, share: 3 },
    { least: 100, share: 1 },
  ]
  expect(sharesOf(parts, 844)).toEqual([44, 600, 200])
  expect(sharesOf(parts, 404)).toEqual([44, 260, 100])
  expect(sharesOf(parts, 344)).toEqual([44, 200, 100])
  expect(sharesOf(parts, 100)).toEqual([44, 200, 100])
})

test('the usual columns are shown as far as they fit, chosen ones all', () => {
  const usual = usualColumns('books')
  const shown = (columns: readonly string[], room: number) => shownColumns(columns, 'books', room, () => 100)
  expect(shown(usual, usual.length * 100)).toEqual(usual)
  expect(shown(usual, 399)).toEqual(usual.slice(0, 3))
  expect(shown(usual, 0)).toEqual([])
  expect(shown(['series', 'library'], 0)).toEqual(['series', 'library'])
})
