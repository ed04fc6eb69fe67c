import { expect, test } from 'bun:test'
import { isQuiet } from './quiet.rules'

const at = (text: string) => Date.parse(text)

test('quiet hours may cross midnight and follow their time zone', () => {
  const hours = { enabled: true, from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }
  // Berlin is one hour before UTC in January, two in July.
  expect(isQuiet(hours, at('2026-01-10T20:59:59Z'))).toBe(false)
  expect(isQuiet(hours, at('2026-01-10T21:00:00Z'))).toBe(true)
  expect(isQuiet(hours, at('2026-01-11T05:59:59Z'))).toBe(true)
  expect(isQuiet(hours, at('2026-01-11T06:00:00Z'))).toBe(false)
  expect(isQuiet(hours, at('2026-07-10T20:00:00Z'))).toBe(true)
  expect(isQuiet(hours, at('2026-07-11T05:00:00Z'))).toBe(false)
})

test('quiet hours may be within a day, a whole day, switched off or absent', () => {
  const noon = at('2026-03-01T12:00:00Z')
  const hours = { enabled: true, from: '11:30', to: '12:30', timezone: 'UTC' }
  expect(isQuiet(hours, noon)).toBe(true)
  expect(isQuiet({ ...hours, to: '12:00' }, noon)).toBe(false)
  expect(isQuiet({ ...hours, from: '09:00', to: '09:00' }, noon)).toBe(true)
  expect(isQuiet({ ...hours, enabled: false }, noon)).toBe(false)
  expect(isQuiet(null, noon)).toBe(false)
})
