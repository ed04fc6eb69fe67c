import { expect, test } from 'bun:test'
import { changedOnly, grantChanges } from './changes.rules'

test('only changed fields are sent, including lists and nulls', () => {
  const before = { role: 'reader', libraryIds: ['a', 'b'], ageLimit: 12, isActive: true }
  expect(changedOnly(before, { ...before })).toEqual({})
  expect(changedOnly(before, { ...before, libraryIds: ['a'] })).toEqual({ libraryIds: ['a'] })
  expect(changedOnly<{ ageLimit: number | null }>({ ageLimit: 12 }, { ageLimit: null })).toEqual({ ageLimit: null })
})

test('grants: set, reversed, taken back, left alone', () => {
  const before = new Map([
    ['same', 'allow'],
    ['reversed', 'allow'],
    ['gone', 'deny'],
  ] as const)
  const after = new Map([
    ['same', 'allow'],
    ['reversed', 'deny'],
    ['new', 'deny'],
  ] as const)
  expect([...grantChanges(before, after)]).toEqual([
    ['reversed', 'deny'],
    ['new', 'deny'],
    ['gone', null],
  ])
})
