import { expect, test } from 'bun:test'
import type { BookDto } from '../../api/types'
import { stackedBySeries } from './stacks.rules'

const book = (id: string, seriesId: string) => ({ id, seriesId }) as BookDto
const shown = (books: readonly BookDto[], most = 24) =>
  stackedBySeries(books, most).map(({ book, count }) => `${book.id} ${count}`)

test('volumes of one series are one stack with the newest on top', () => {
  expect(shown([book('a3', 'a'), book('b1', 'b'), book('a2', 'a'), book('a1', 'a')])).toEqual(['a3 3', 'b1 1'])
})

test('a row has a limit', () => {
  expect(shown([book('a1', 'a'), book('b1', 'b'), book('c1', 'c'), book('a2', 'a')], 2)).toEqual(['a1 2', 'b1 1'])
  expect(shown([])).toEqual([])
})
