import { expect, test } from 'bun:test'
import { checkNewPassword } from './password.rules'
import { generatePassword, hashPassword, verifyPassword } from './passwords'

test('a password matches its own hash alone, however its letters are composed', async () => {
  const hash = await hashPassword('Pässwörd-1'.normalize('NFD'))
  expect(await verifyPassword('Pässwörd-1'.normalize('NFC'), hash)).toBe(true)
  expect(await verifyPassword('Passwörd-1', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
})

test('nothing matches where there is no hash', async () => {
  expect(await verifyPassword('', null)).toBe(false)
  expect(await verifyPassword('Pässwörd-1', null)).toBe(false)
})

test('generated passwords differ and pass the rules', () => {
  const made = Array.from({ length: 500 }, generatePassword)
  expect(new Set(made).size).toBe(500)
  for (const password of made) checkNewPassword(password)
})
