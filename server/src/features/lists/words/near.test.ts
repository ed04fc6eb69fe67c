import { expect, test } from 'bun:test'
import { isNear } from './near'

test('one typo is allowed in a word of four letters, two in one of eight', () => {
  for (const [typed, word] of [
    ['akria', 'akira'],
    ['batmam', 'batman'],
    ['btman', 'batman'],
    ['battman', 'batman'],
    ['evangleion', 'evangelion'],
    ['evengalion', 'evangelion'],
    ['evangleio', 'evangelion'],
  ] as const) {
    expect([typed, isNear(typed, word)]).toEqual([typed, true])
  }
})

test('two typos in a short word make another word', () => {
  expect(isNear('robin', 'batman')).toBe(false)
  expect(isNear('akria', 'akita')).toBe(false)
  expect(isNear('batman', 'bat')).toBe(false)
})
