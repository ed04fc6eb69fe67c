import { expect, test } from 'bun:test'
import { changedOnly } from './changed-only.rules'

test('only changed fields are sent, including lists and nulls', () => {
  const before = { role: 'reader', libraryIds: ['a', 'b'], ageLimit: 12, isActive: true }
  expect(changedOnly(before, { ...before })).toEqual({})
  expect(changedOnly(before, { ...before, libraryIds: ['a'] })).toEqual({ libraryIds: ['a'] })
  expect(changedOnly<{ ageLimit: number | null }>({ ageLimit: 12 }, { ageLimit: null })).toEqual({ ageLimit: null })
})
