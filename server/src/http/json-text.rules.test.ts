import { expect, test } from 'bun:test'
import { badTextIn, tooDeepIn } from './json-text.rules'

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test('a text that is nested too deeply names its member', () => {
  expect(tooDeepIn(`{"title":"x","customMetadata":${nested(400_000)}}`)).toBe('customMetadata')
  expect(tooDeepIn('['.repeat(200))).toBe('')
  expect(tooDeepIn(nested(100))).toBe(null)
  expect(tooDeepIn(nested(101))).toBe('a')
  expect(tooDeepIn(`{"a":"${'['.repeat(500)}\\"${'{'.repeat(500)}"}`)).toBe(null)
})

test('a text that no database can store is found by its path', () => {
  expect(badTextIn({ a: [{ b: 'x' }, { b: 'y\0' }] })).toEqual({ path: 'a.1.b', what: 'zero' })
  expect(badTextIn({ a: { b: '\ud83d' } })).toEqual({ path: 'a.b', what: 'half' })
  expect(badTextIn({ a: '😀', b: [1, null, true] })).toBe(null)
})
