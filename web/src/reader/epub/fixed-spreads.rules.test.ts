import { expect, test } from 'bun:test'
import { fixedSpreads } from './fixed-spreads.rules'

test('pages in pairs, the cover alone', () => {
  const { partnerOf, leadOf, sideOf } = fixedSpreads(6, true, false)
  expect([0, 1, 2, 3, 4, 5].map(partnerOf)).toEqual([null, 2, null, 4, null, null])
  expect([0, 1, 2, 3, 4, 5].map(leadOf)).toEqual([0, 1, 1, 3, 3, 5])
  expect([0, 1, 2, 5].map(sideOf)).toEqual(['alone', 'left', 'right', 'alone'])
})

test('from the right the first of two is on the right', () => {
  const { sideOf } = fixedSpreads(3, true, true)
  expect([0, 1, 2].map(sideOf)).toEqual(['alone', 'right', 'left'])
})

test('one page at a time', () => {
  const { partnerOf, leadOf, sideOf } = fixedSpreads(4, false, false)
  expect([partnerOf(1), leadOf(2), sideOf(2)]).toEqual([null, 2, 'alone'])
})
