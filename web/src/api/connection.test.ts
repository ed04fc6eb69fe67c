import { expect, test } from 'bun:test'
import { pauseAfter } from './connection'

test('pauses double up to a minute and vary by a quarter between clients', () => {
  expect([0, 1, 2, 3, 4, 5, 40].map(failures => pauseAfter(failures, 0.5))).toEqual([
    2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ])
  expect([0, 1].map(random => pauseAfter(1, random))).toEqual([3000, 5000])
})
