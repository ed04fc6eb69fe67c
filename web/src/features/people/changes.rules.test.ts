import { expect, test } from 'bun:test'
import { grantChanges } from './changes.rules'

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
