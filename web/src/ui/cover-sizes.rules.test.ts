import { expect, test } from 'bun:test'
import { coverSet } from './cover-sizes.rules'

test('a cover is offered in three widths, unless its address has one', () => {
  const address = '/octavo/api/v1/books/a/thumbnail'
  expect(coverSet(`${address}?v=x1`)).toBe(
    `${address}?v=x1&width=200 200w, ${address}?v=x1&width=400 400w, ${address}?v=x1&width=800 800w`,
  )
  expect(coverSet(address)).toStartWith(`${address}?width=200 200w, `)
  for (const other of [`${address}?width=320`, `${address}?v=x1&width=200`, '/api/v1/books/a/pages/1', '/icon.svg'])
    expect(coverSet(other)).toBeUndefined()
})
