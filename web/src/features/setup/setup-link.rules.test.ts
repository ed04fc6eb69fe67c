import { expect, test } from 'bun:test'
import { tokenOf } from './setup-link.rules'

test('accepts the whole set-up link or its code', () => {
  const code = 'Ab3_-Ab3_-Ab3_-Ab3_-Ab'
  expect(tokenOf(code)).toBe(code)
  expect(tokenOf(`  http://localhost:8080/setup?token=${code}\n`)).toBe(code)
  for (const text of ['', 'short', 'http://localhost:8080/setup', 'not a code at all']) expect(tokenOf(text)).toBeNull()
})
