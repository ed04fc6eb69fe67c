import { expect, test } from 'bun:test'
import { isLongEnough, looksLikeEmail } from './password.rules'

test('isLongEnough counts characters, of any kind', () => {
  for (const yes of ['12345678', 'a-b_c d~', 'ññññññññ', '日本語日本語日本', '😀😀😀😀😀😀😀😀'])
    expect(isLongEnough(yes)).toBe(true)
  for (const no of ['', '1234567', '😀😀😀😀', 'n\u0303'.repeat(4)]) expect(isLongEnough(no)).toBe(false)
})

test('looksLikeEmail', () => {
  expect(looksLikeEmail('a@example.org')).toBe(true)
  for (const no of ['', 'a', 'a@b', 'a@@example.org', 'a b@example.org', '@example.org']) {
    expect(looksLikeEmail(no)).toBe(false)
  }
})
