import { expect, test } from 'bun:test'
import { editDistance, nearest } from './nearest'

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['prot', 'port', 1],
  ['port', 'port', 0],
  ['ca', 'abc', 3],
])('from %p to %p it is %i steps', (a, b, steps) => {
  expect(editDistance(a, b)).toBe(steps)
  expect(editDistance(b, a)).toBe(steps)
})

test('nothing is named when nothing is near', () => {
  expect(nearest('completely-different', ['port', 'host'])).toBeNull()
  expect(nearest('x', [])).toBeNull()
})

test('a very long name costs no memory worth speaking of', () => {
  expect(nearest('x'.repeat(30_000), ['port', 'host'])).toBeNull()
})
