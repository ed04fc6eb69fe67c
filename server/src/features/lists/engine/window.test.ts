import { expect, test } from 'bun:test'
import type { Sort } from '../filters'
import { type Place, pageOfParts, windowOf } from './window'

const sort: Sort = [
  { field: 'title', direction: 'asc' },
  { field: 'number', direction: 'desc' },
]
const reversed: Sort = [
  { field: 'title', direction: 'desc' },
  { field: 'number', direction: 'asc' },
]

test('a page of the second half is read from the end', () => {
  const of = (page: number, total?: number) => windowOf({ sort, page, pageSize: 10 }, total)
  expect(of(1)).toEqual({ sort, isReversed: false, limit: 10, offset: 0 })
  expect(of(1, 95)).toEqual({ sort, isReversed: false, limit: 10, offset: 0 })
  expect(of(10, 95)).toEqual({ sort: reversed, isReversed: true, limit: 5, offset: 0 })
  expect(of(9, 95)).toEqual({ sort: reversed, isReversed: true, limit: 10, offset: 5 })
  expect(of(11, 95)).toBeNull()
  expect(of(1_000_000_000, 95)).toBeNull()
  expect(of(1, 0)).toBeNull()
})

test('pages of two parts join, in either order and at any boundary', async () => {
  const total = 1020
  const offsets = Array.from({ length: 26 }, (_, at) => [at, at + 1000]).flat()
  for (const opened of [0, 1, 7, 1005, 1020]) {
    const knownRows = Array.from({ length: opened }, (_, at) => `known ${at}`)
    const unknownRows = Array.from({ length: total - opened }, (_, at) => `unknown ${at}`)
    const cut =
      (rows: string[]) =>
      async ({ limit, offset }: Place) =>
        rows.slice(offset, offset + limit)
    const parts = {
      known: cut(knownRows),
      unknown: cut(unknownRows),
      countKnown: async () => opened,
      total,
    }
    for (const direction of ['asc', 'desc'] as const) {
      const all = direction === 'desc' ? [...knownRows, ...unknownRows] : [...unknownRows, ...knownRows]
      for (let limit = 1; limit <= 21; limit++) {
        for (const offset of offsets) {
          expect(await pageOfParts(parts, direction, { limit, offset })).toEqual(all.slice(offset, offset + limit))
        }
      }
    }
  }
})
