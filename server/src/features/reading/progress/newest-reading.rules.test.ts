import { describe, expect, test } from 'bun:test'
import { clocksAfterRefusal, type LastReading, newestReading, type Reading } from './newest-reading.rules'

const NOW = Date.UTC(2026, 5, 1, 12)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const by = (device: string | null, readAt: number | null, more: Partial<Reading> = {}): Reading => ({
  device,
  signIn: null,
  readAt,
  deliberate: false,
  ...more,
})
/** The state after these reports, arriving at the given moments. */
const after = (...reports: readonly (readonly [arrival: number, reading: Reading])[]): LastReading | null =>
  reports.reduce<LastReading | null>((last, [now, reading]) => newestReading(last, reading, now) ?? last, null)
const wins = (last: LastReading | null, reading: Reading, now = NOW) => newestReading(last, reading, now) !== null

describe('which of two readings is newer', () => {
  const here = after([NOW - 10 * MINUTE, by('here', NOW - 10 * MINUTE)])

  test.each([
    ['a later one', by('there', NOW - MINUTE), true],
    ['an earlier one that comes late', by('there', NOW - 20 * MINUTE), false],
    ['an earlier one on purpose that comes late', by('there', NOW - 30 * MINUTE, { deliberate: true }), false],
    ['one of the same moment', by('there', NOW - 10 * MINUTE - 4 * SECOND), true],
    ['one of a moment before', by('there', NOW - 10 * MINUTE - 6 * SECOND), false],
    ['one on purpose by a clock that is minutes slow', by('there', NOW - 19 * MINUTE, { deliberate: true }), true],
    ['one without a time', by('there', null), true],
    ['one by a clock that was never set', by('there', 60_000), true],
    ['one by a clock of another century', by('there', NOW + 80 * 365 * DAY), true],
    ['the next one of the same device', by('here', NOW - MINUTE), true],
    ['the same one once more', by('here', NOW - 10 * MINUTE), true],
    ['an earlier one of the same device', by('here', NOW - 10 * MINUTE - 1), false],
    ['an earlier one of the same device on purpose', by('here', NOW - 10 * MINUTE - 1, { deliberate: true }), false],
  ] as const)('%s', (_name, reading, expected) => {
    expect(wins(here, reading)).toBe(expected)
  })

  test('the first one, however old', () => {
    expect(newestReading(null, by('here', NOW - 900 * DAY), NOW)?.readAt).toBe(NOW - 900 * DAY)
  })
})

describe('a device whose clock is slow', () => {
  test('continues from its own reading', () => {
    const slow = (at: number) => by('slow', at - HOUR)
    const last = after([NOW - 2 * MINUTE, slow(NOW - 2 * MINUTE)], [NOW - MINUTE, slow(NOW - MINUTE)])
    expect(wins(last, slow(NOW))).toBe(true)
    expect(wins(last, slow(NOW - 2 * MINUTE))).toBe(false)
  })

  test('reports a page without a time and then the exact place', () => {
    const coarse = after([NOW - SECOND, by('slow', null)])
    expect(wins(coarse, by('slow', NOW - 10 * HOUR))).toBe(true)
    // No clock is wrong by more than a day, so this is late, whatever the apparent offset.
    expect(wins(coarse, by('slow', NOW - 25 * HOUR))).toBe(false)
    expect(wins(coarse, by('other', NOW - 10 * MINUTE))).toBe(false)
  })

  test('that has marked the book does not undo the mark by an earlier reading', () => {
    const slow = (at: number) => by('slow', at - HOUR)
    const read = [NOW - HOUR, slow(NOW - HOUR)] as const
    const marked = after(read, [NOW - SECOND, by('slow', null, { deliberate: true })])
    expect(wins(marked, slow(NOW - 10 * MINUTE))).toBe(false)
    expect(wins(marked, slow(NOW))).toBe(true)
  })

  test('is known by its sign-in where it names itself only once', () => {
    const coarse = after([NOW - SECOND, by(null, null, { signIn: 's1' })])
    expect(wins(coarse, by('slow', NOW - HOUR, { signIn: 's1' }))).toBe(true)
    expect(wins(coarse, by('slow', NOW - HOUR, { signIn: 's2' }))).toBe(false)
    const named = after([NOW - SECOND, by('one', null, { signIn: 's1' })])
    expect(wins(named, by('two', NOW - HOUR, { signIn: 's1' }))).toBe(false)
  })
})

test('a refused report shows how wrong its clock is, so that a later place of another device is not lost', () => {
  const slow = (at: number) => by('slow', at - HOUR)
  const last = after([NOW - 6 * HOUR, by('right', NOW - 6 * HOUR)])
  // Refused, as it looks like a late report.
  const first = slow(NOW - 6 * HOUR + MINUTE)
  expect(wins(last, first, NOW - 6 * HOUR + MINUTE)).toBe(false)
  const clocks = clocksAfterRefusal(last, first, NOW - 6 * HOUR + MINUTE)
  expect(clocks.at(-1)).toEqual({ of: 'slow', latest: 0, offset: HOUR })
  // Its next report is ten minutes late: its clock would look slower than it is.
  const known = newestReading(last && { ...last, clocks }, slow(NOW - HOUR), NOW - 50 * MINUTE)
  expect(known?.readAt).toBe(NOW - HOUR)
  expect(wins(known, by('right', NOW - 59 * MINUTE))).toBe(true)
  // A repeated one changes nothing.
  expect(clocksAfterRefusal(known, slow(NOW - 2 * HOUR), NOW - 50 * MINUTE)).toBe(known?.clocks ?? [])
})

describe('a device whose clock is ahead', () => {
  const ahead = (at: number) => by('ahead', at + HOUR)

  test('locks nobody out', () => {
    const last = after([NOW - MINUTE, ahead(NOW - MINUTE)])
    expect(last?.readAt).toBeLessThanOrEqual(NOW - MINUTE + 5 * SECOND)
    expect(wins(last, by('right', NOW))).toBe(true)
  })

  test('is corrected once seen: a repeated report does not look new', () => {
    const first = ahead(NOW - 10 * MINUTE)
    const last = after([NOW - 10 * MINUTE, first], [NOW - 5 * MINUTE, by('right', NOW - 5 * MINUTE)])
    expect(wins(last, first)).toBe(false)
    expect(wins(last, ahead(NOW - 6 * MINUTE))).toBe(false)
    expect(wins(last, ahead(NOW))).toBe(true)
  })

  test('may be set right', () => {
    const last = after([NOW - MINUTE, ahead(NOW - MINUTE)])
    expect(wins(last, by('ahead', NOW))).toBe(true)
    expect(wins(last, by('ahead', NOW - 30 * SECOND))).toBe(false)
  })

  test('by a little keeps the order of reports that overtake each other', () => {
    const last = after([NOW - SECOND, by('ahead', NOW + 3 * SECOND)])
    expect(wins(last, by('ahead', NOW + 2 * SECOND))).toBe(false)
  })

  test('by more than a day is no clock, and is not remembered', () => {
    const last = after([NOW - MINUTE, by('ahead', NOW + 2 * DAY)])
    expect(last).toEqual({ device: 'ahead', signIn: null, readAt: NOW - MINUTE, clocks: [] })
    expect(wins(last, by('ahead', NOW - 30 * SECOND))).toBe(true)
  })
})

test('known times never move into the past, and the clocks of eight devices are remembered', () => {
  let last: LastReading | null = null
  for (let n = 0; n < 12; n++) last = newestReading(last, by(`d${n}`, NOW - n * SECOND), NOW) ?? last
  // Each counted as read at the same moment as the first, until the tolerance was used up.
  expect(last?.readAt).toBe(NOW)
  expect(last?.clocks.map(clock => clock.of)).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'd5'])
  for (let n = 20; n < 32; n++) last = newestReading(last, by(`d${n}`, NOW), NOW) ?? last
  expect(last?.clocks.map(clock => clock.of)).toEqual(['d24', 'd25', 'd26', 'd27', 'd28', 'd29', 'd30', 'd31'])
})
