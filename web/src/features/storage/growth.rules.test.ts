import { expect, test } from 'bun:test'
import { grownInWeek, totals } from './growth.rules'

const sample = (day: number, bytes: Record<string, number>) => ({
  at: new Date(Date.UTC(2026, 10, day, 4)).toISOString(),
  bytes,
})

test('totals add up all parts', () => {
  expect(totals([sample(1, { database: 10, pages: 5 })])).toEqual([{ at: '2026-11-01T04:00:00.000Z', bytes: 15 }])
})

test('growth compares with the latest sample that is at least a week old', () => {
  const samples = [
    sample(1, { pages: 100 }),
    sample(3, { pages: 300 }),
    sample(9, { pages: 900 }),
    sample(10, { pages: 1000 }),
  ]
  expect(grownInWeek(samples)).toBe(700)
  expect(grownInWeek(samples.slice(2))).toBeNull()
  expect(grownInWeek([])).toBeNull()
})
