import { expect, test } from 'bun:test'
import { readTaskSearch } from './task-search'

const id = '0191e0a4-7c52-7000-8000-00000000abcd'

test('keeps known parameters', () => {
  const search = { state: 'failed', type: 'scan_library', library: id, page: 3, task: id } as const
  expect(readTaskSearch(search)).toEqual(search)
  expect(readTaskSearch({ state: 'ended' })).toEqual({ state: 'ended' })
})

test('drops unknown parameters, and the first page', () => {
  expect(readTaskSearch({ state: 'asleep', type: '../x', library: 'all', page: 1, task: 7 })).toEqual({})
  expect(readTaskSearch({ page: 'two' })).toEqual({})
  expect(readTaskSearch({})).toEqual({})
})
