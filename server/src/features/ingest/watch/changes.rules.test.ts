import { expect, test } from 'bun:test'
import { LIMITS } from '../../../kernel/limits'
import { createChanges } from './changes.rules'

const { settleMs, longestMs } = LIMITS.watch

test('changes are delivered together when nothing has changed for a while', () => {
  const changes = createChanges()
  expect(changes.take(0)).toBeNull()
  changes.note('A', false, 1_000)
  changes.note('B', false, 1_000 + settleMs - 1)
  expect(changes.take(1_000 + settleMs)).toBeNull()
  expect(changes.take(1_000 + 2 * settleMs)).toEqual([
    { path: 'A', below: false },
    { path: 'B', below: false },
  ])
  expect(changes.take(1_000_000)).toBeNull()
})

test('changes that do not end are handed on after all', () => {
  const changes = createChanges()
  let now = 0
  for (; now < longestMs; now += settleMs / 2) {
    changes.note('A', false, now)
    expect(changes.take(now)).toBeNull()
  }
  changes.note('A', false, now)
  expect(changes.take(now)).toHaveLength(1)
  changes.note('A', false, now + 1)
  expect(changes.take(now + 2)).toBeNull()
})

test('a folder that has to be looked at as a whole stays so', () => {
  const changes = createChanges()
  changes.note('A', true, 0)
  changes.note('A', false, 0)
  const taken = changes.take(settleMs) ?? []
  expect(taken).toEqual([{ path: 'A', below: true }])
  changes.putBack(taken, settleMs)
  changes.noteAll(settleMs)
  expect(changes.take(3 * settleMs)).toEqual([
    { path: 'A', below: true },
    { path: '', below: true },
  ])
})
