import { expect, test } from 'bun:test'
import { checkNewPassword } from './check-new-password'
import { generatePassword, hashPassword, verifyPassword } from './passwords'

test('a password matches its own hash alone, however its letters are composed', async () => {
  const hash = await hashPassword('Pässwörd-1 ﬁ'.normalize('NFD'))
  expect(await verifyPassword('Pässwörd-1 ﬁ'.normalize('NFC'), hash)).toBe(true)
  expect(await verifyPassword('Pässwörd-1 fi', hash)).toBe(true)
  expect(await verifyPassword('Passwörd-1 fi', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
})

test('a password hashed as NFC, as all once were, still matches', async () => {
  const hash = await Bun.password.hash('Pässwörd ﬁ'.normalize('NFC'))
  expect(await verifyPassword('Pässwörd ﬁ', hash)).toBe(true)
  expect(await verifyPassword('Pässwörd fi', hash)).toBe(false)
})

test('nothing matches without a hash', async () => {
  expect(await verifyPassword('', null)).toBe(false)
  expect(await verifyPassword('Pässwörd-1', null)).toBe(false)
})

test('generated passwords differ and pass the rules', async () => {
  const made = Array.from({ length: 500 }, generatePassword)
  expect(new Set(made).size).toBe(500)
  for (const password of made) await checkNewPassword(password)
})

const reasonOf = (password: string) =>
  checkNewPassword(password, 'Vera Lynn', 'vera@mail.example.org').then(
    () => null,
    error => error.facts.reason,
  )

test('any characters will do when they are not soon guessed', async () => {
  const good = [
    'correct horse battery staple',
    'lower-case_only',
    'ñandú ñoño',
    '日本語のパスワード',
    '😀🐎🔋📎🎲🌵🧭🪁',
    'tab\tand\u0000nul',
    '1843 71 0629',
    'vera sings at dusk',
    'octavo on the shelf',
    '1234!#$%&/()=?',
    `${'x'.repeat(992)}abcdefgh`,
  ]
  expect(await Promise.all(good.map(reasonOf))).toEqual(good.map(() => null))
})

test('short, breached, repeated and named passwords are refused, each with its reason', async () => {
  const refused: Record<string, readonly string[]> = {
    password_missing: [''],
    text_short: ['x7-K_q2', '😀🐎🔋📎', 'ñ'.normalize('NFD').repeat(7)],
    text_long: ['correct horse '.repeat(72)],
    password_common: [
      ...[
        'password',
        'Password1!',
        'P-a-s-s-w-o-r-d',
        'ｐａｓｓｗｏｒｄ',
        'iloveyou2026',
        'trustno1',
        '12345678',
        '98765432',
      ],
      ...['Geheim123!', 'Sommer2026', 'qwertz123', 'aaaaaaaa', 'abababab', 'ABCDEFGHIJ', '        '],
    ],
    password_named: [
      'veralynn',
      'Vera-Lynn-1984',
      'vera@mail.example.org',
      'VERA vera vera',
      'octavo2026',
      'veraoctavo',
    ],
  }
  for (const [reason, passwords] of Object.entries(refused)) {
    const reasons = await Promise.all(passwords.map(async password => [password, await reasonOf(password)]))
    expect(reasons).toEqual(passwords.map(password => [password, reason]))
  }
})
