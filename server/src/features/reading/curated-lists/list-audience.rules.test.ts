import { expect, test } from 'bun:test'
import { audienceChange } from './list-audience.rules'

const some = (...pks: number[]) => new Set(pks)

test('a list that becomes private is gone for all but its owner', () => {
  expect(audienceChange('all', some(1))).toEqual({ lost: { exceptPks: [1] }, gained: null, stayed: { userPks: [1] } })
})

test('a private list that becomes public is new for all but its owner', () => {
  expect(audienceChange(some(1), 'all')).toEqual({ lost: null, gained: { exceptPks: [1] }, stayed: { userPks: [1] } })
})

test('people added and removed each get their own event', () => {
  expect(audienceChange(some(1, 2), some(1, 3))).toEqual({
    lost: { userPks: [2] },
    gained: { userPks: [3] },
    stayed: { userPks: [1] },
  })
})

test('a public list that stays public is changed for everybody', () => {
  expect(audienceChange('all', 'all')).toEqual({ lost: null, gained: null, stayed: {} })
})
