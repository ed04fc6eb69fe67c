import { expect, test } from 'bun:test'
import { inOrder } from './in-order.rules'

test('up and down, unknown values last either way', () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }]
  expect(inOrder(rows, row => row.n, false).map(row => row.n)).toEqual([1, 2, 10, null])
  expect(inOrder(rows, row => row.n, true).map(row => row.n)).toEqual([10, 2, 1, null])
})

test('texts as people order them, equal ones as they were', () => {
  const rows = [
    { t: 'b', n: 1 },
    { t: 'Ä', n: 2 },
    { t: 'b', n: 3 },
    { t: 'a', n: 4 },
  ]
  expect(inOrder(rows, row => row.t, false).map(row => row.n)).toEqual([4, 2, 1, 3])
})
