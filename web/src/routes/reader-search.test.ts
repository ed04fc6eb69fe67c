import { expect, test } from 'bun:test'
import { readReaderSearch } from './reader-search'

test('a page is a whole number from 1', () => {
  expect(readReaderSearch({ page: 12 })).toEqual({ page: 12 })
  expect(readReaderSearch({ page: '12' })).toEqual({ page: 12 })
  for (const page of [0, -1, 1.5, 'x', null, undefined, {}]) expect(readReaderSearch({ page })).toEqual({})
})

test('incognito is on or absent', () => {
  expect(readReaderSearch({ incognito: true })).toEqual({ incognito: true })
  expect(readReaderSearch({ incognito: 'yes' })).toEqual({})
})

test('a mark and a reading list are ids or absent', () => {
  const id = '01234567-89ab-7cde-8f01-23456789abcd'
  expect(readReaderSearch({ mark: id, list: id })).toEqual({ mark: id, list: id })
  expect(readReaderSearch({ mark: 'x', list: '../x' })).toEqual({})
})
