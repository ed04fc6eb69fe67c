import { expect, test } from 'bun:test'
import { nearest } from './nearest'

test.each([
  ['prot', 'port'],
  ['ports', 'port'],
  ['hst', 'host'],
  ['logg.levle', 'log.level'],
  ['LOG_LEVEL', 'log.level'],
  ['application.port', 'port'],
])('%p is meant as %p', (typed, meant) => {
  expect(nearest(typed, ['host', 'port', 'log.level'])).toBe(meant)
})

test('nothing is suggested when nothing is similar', () => {
  expect(nearest('completely-different', ['port', 'host'])).toBeNull()
  expect(nearest('x', [])).toBeNull()
})

test('a very long name costs no memory worth speaking of', () => {
  expect(nearest('x'.repeat(30_000), ['port', 'host'])).toBeNull()
})
