import { describe, expect, test } from 'bun:test'
import { cronFault, nextTime } from './cron'

const NOW = Date.parse('2026-03-01T00:00:00Z')

/** The next times after a moment, in order. */
function times(pattern: string, zone: string, from: string, count: number): string[] {
  const found: string[] = []
  let at = Date.parse(from)
  while (found.length < count) {
    const next = nextTime(pattern, zone, at)
    if (next === null) break
    found.push(new Date(next).toISOString().slice(0, 16))
    at = next
  }
  return found
}

describe('patterns', () => {
  test.each(['0 3 * * *', '*/15 * * * *', '0 0 29 2 *', '30 0 3 * * 1', '0 0 3 * * * 2027', '0 3 * * MON-FRI'])(
    '%s is one',
    pattern => {
      expect(cronFault(pattern, NOW)).toBeNull()
    },
  )

  test.each([
    ['', /5 parts/],
    ['daily', /5 parts/],
    ['@daily', /5 parts/],
    ['* * * *', /this one has 4/],
    ['* * * * * * * *', /this one has 8/],
    ['61 * * * *', /Invalid value for minute: 61/],
    ['a b c d e', /illegal characters/],
    ['*/0 * * * *', /illegal stepping/],
    ['0 0 31 2 *', /never runs/],
    ['0 0 3 * * * 1999', /never runs/],
  ])('%p is none, and says why', (pattern, why) => {
    expect(cronFault(pattern, NOW)).toMatch(why)
  })

  test('with seconds', () => {
    expect(nextTime('30 0 3 * * *', 'UTC', NOW)).toBe(Date.parse('2026-03-01T03:00:30Z'))
  })
})

describe('summer time', () => {
  test('a time in the skipped hour still runs on that day', () => {
    expect(times('30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ])
  })

  test('in the repeated hour a fixed time runs once and an hourly one twice', () => {
    expect(times('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
    expect(times('30 * * * *', 'America/New_York', '2026-11-01T04:00:00Z', 4)).toEqual([
      '2026-11-01T04:30',
      '2026-11-01T05:30',
      '2026-11-01T06:30',
      '2026-11-01T07:30',
    ])
  })
})
