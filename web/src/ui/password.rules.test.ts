import { expect, test } from 'bun:test'
import { looksLikeEmail, unmetRules } from './password.rules'

test('what a password misses', () => {
  expect(unmetRules('')).toEqual(['length', 'upper', 'lower', 'digit', 'special'])
  expect(unmetRules('Secret12!')).toEqual([])
  expect(unmetRules('secret12!')).toEqual(['upper'])
  expect(unmetRules('SECRET12!')).toEqual(['lower'])
  expect(unmetRules('Secretly!')).toEqual(['digit'])
  expect(unmetRules('Secret123')).toEqual(['special'])
  expect(unmetRules('Se1!')).toEqual(['length'])
})

test('looksLikeEmail', () => {
  expect(looksLikeEmail('a@example.org')).toBe(true)
  for (const no of ['', 'a', 'a@b', 'a@@example.org', 'a b@example.org', '@example.org']) {
    expect(looksLikeEmail(no)).toBe(false)
  }
})
