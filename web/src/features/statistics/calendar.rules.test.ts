import { expect, test } from 'bun:test'
import { busiestDay, calendarOf, longestRun, monthsOf } from './calendar.rules'

const day = (bucket: string, minutes: number, inferred = 0) => ({
  bucket,
  duration: { measuredMs: minutes * 60_000, inferredMs: inferred, totalMs: minutes * 60_000 + inferred },
  pagesRead: minutes,
  sessions: 1,
  booksFinished: minutes > 50 ? 1 : 0,
})

test('a year begins in the row of its first weekday and has a cell for each day', () => {
  const days = calendarOf([day('2026-01-01', 10)], '2026-01-01', '2026-12-31')
  expect(days).toHaveLength(365)
  // A Thursday.
  expect(days[0]).toMatchObject({ day: '2026-01-01', week: 0, weekday: 3, level: 4 })
  expect(days[4]).toMatchObject({ day: '2026-01-05', week: 1, weekday: 0, level: 0 })
  expect(days.at(-1)).toMatchObject({ day: '2026-12-31', week: 52, weekday: 3 })
})

test('one very long day does not level the others, and a short day is visible', () => {
  const periods = Array.from({ length: 20 }, (_, at) => day(`2026-03-${String(at + 1).padStart(2, '0')}`, 10 + at))
  const levels = calendarOf([...periods, day('2026-03-30', 600)], '2026-03-01', '2026-03-31').map(each => each.level)
  expect(levels.slice(0, 20)).toContain(4)
  expect(levels[0]).toBeGreaterThan(0)
  expect(levels[30]).toBe(0)
})

test('days are summed up to months, the longest streak and the busiest day', () => {
  const periods = [day('2026-01-30', 5), day('2026-01-31', 60, 1000), day('2026-02-01', 7), day('2026-02-10', 1)]
  expect(
    monthsOf(periods).map(({ month, measured, estimated, finished }) => [
      month,
      measured / 60_000,
      estimated,
      finished,
    ]),
  ).toEqual([
    ['2026-01', 65, 1000, 1],
    ['2026-02', 8, 0, 0],
  ])
  expect(longestRun(periods)).toBe(3)
  expect(busiestDay(periods)?.bucket).toBe('2026-01-31')
  expect([longestRun([]), busiestDay([])]).toEqual([0, undefined])
})
