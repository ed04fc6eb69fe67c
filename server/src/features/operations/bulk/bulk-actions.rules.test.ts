import { expect, test } from 'bun:test'
import { rowsAtOnce } from './bulk-actions.rules'

test('the more an action writes to each book, the fewer are written at once', () => {
  const action = (names: number) => JSON.stringify({ type: 'genres', add: Array(names).fill('Adventure') })
  expect([1, 40, 100, 500].map(names => rowsAtOnce(action(names), 20))).toEqual([20, 7, 3, 1])
})
