import { expect, test } from 'bun:test'
import type { BookDto } from '../../api/types'
import { stackedBySeries } from './stacks.rules'

const book = (id: string, seriesId: string) => ({ id, seriesId }) as BookDto
const shown = (books: readonly BookDto[], most = 24, asked = 100) =>
  stackedBySeries(books, most, asked).map(({ book, count, isCut }) => `${book.id} ${isCut ? 'more' : count}`)

test('volumes of one series are one stack with the newest on top', () => {
  expect(shown([book('a3', 'a'), book('b1', 'b'), book('a2', 'a'), book('a1', 'a')])).toEqual(['a3 3', 'b1 1'])
})

test('a row has a limit', () => {
  expect(shown([book('a1', 'a'), book('b1', 'b'), book('c1', 'c'), book('a2', 'a')], 2)).toEqual(['a1 2', 'b1 1'])
  expect(shown([])).toEqual([])
})

test('a series that the answer cuts off has no number', () => {
  const books = [book('a3', 'a'), book('a2', 'a'), book('b2', 'b'), book('b1', 'b')]
  expect(shown(books, 24, 4)).toEqual(['a3 2', 'b2 more'])
  expect(shown(books, 24, 5)).toEqual(['a3 2', 'b2 2'])
})
