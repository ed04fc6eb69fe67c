import { expect, test } from 'bun:test'
import { localMatch } from './local-match.rules'

test('finds texts with all typed prefixes, ignoring case and accents', () => {
  expect(localMatch('Go to Libraries', 'lib')).toEqual([{ start: 6, end: 9 }])
  expect(localMatch('Bücher und Comics', 'com buc')).toEqual([
    { start: 0, end: 3 },
    { start: 11, end: 14 },
  ])
  expect(localMatch('Große Æpfel', 'gross aep')).toEqual([
    { start: 0, end: 4 },
    { start: 6, end: 8 },
  ])
  expect(localMatch('Sign out', 'sign in')).toBeNull()
  expect(localMatch('Acrobat', 'bat')).toBeNull()
  expect(localMatch('Manga', '')).toEqual([])
})

test('a word that was typed twice is highlighted once', () => {
  expect(localMatch('Manga', 'man ma')).toEqual([{ start: 0, end: 3 }])
})
