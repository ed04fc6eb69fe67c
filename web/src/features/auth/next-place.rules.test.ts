import { expect, test } from 'bun:test'
import { safePlace } from './next-place.rules'

test('a path of this app is accepted with its query and fragment', () => {
  expect(safePlace('/library?show=books&q=moby#x')).toBe('/library?show=books&q=moby#x')
  expect(safePlace('/')).toBe('/')
})

test('an address of another site is refused', () => {
  for (const trap of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    null,
    7,
  ]) {
    expect(safePlace(trap)).toBe('/')
  }
})

test('the sign-in page is not a destination', () => {
  expect(safePlace('/sign-in?next=%2F')).toBe('/')
  expect(safePlace('/setup')).toBe('/')
  expect(safePlace('/sign-in-help')).toBe('/sign-in-help')
})
