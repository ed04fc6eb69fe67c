import { expect, test } from 'bun:test'
import { isTimeZone, minuteOfDay } from './time-zone'

test('accepts names, but not offsets or unknown names', () => {
  const names = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', '+01:00', 'Mars/Base', '', 'Europe']
  expect(names.map(isTimeZone)).toEqual([true, true, true, true, false, false, false, false])
})

test('gives the local time in summer and in winter', () => {
  const january = Date.UTC(2026, 0, 15, 23, 30)
  const july = Date.UTC(2026, 6, 15, 23, 30)
  expect(minuteOfDay(january, 'UTC')).toBe(23 * 60 + 30)
  expect(minuteOfDay(january, 'Europe/Berlin')).toBe(30)
  expect(minuteOfDay(july, 'Europe/Berlin')).toBe(90)
  expect(minuteOfDay(january, 'Asia/Kathmandu')).toBe(5 * 60 + 15)
  expect(minuteOfDay(january, 'America/New_York')).toBe(18 * 60 + 30)
})
