import { refused } from '../../../kernel/app-error'

/** Longer than any password manager makes; keeps hashing short. */
const MAX_PASSWORD = 1000
const MIN_PASSWORD = 8
const SYMBOLS = '!@#$%^&*(),.?":{}|<>'

/** What people choose first when letters, a digit and a sign are asked for; guessing programs begin with these. */
const WORN_OUT = new Set(
  (
    'password password0 password1 password12 password123 password1234 passw0rd passw0rd1 passw0rd123 p4ssword1 p4ssw0rd ' +
    'pssw0rd pssword1 qwerty1 qwerty12 qwerty123 qwertz123 qwertyuiop1 asdfgh123 abcd1234 abc12345 abcdef123 1q2w3e4r ' +
    '1qaz2wsx zaq12wsx admin123 admin1234 administrator1 welcome1 welcome123 letmein1 letmein123 iloveyou1 monkey123 ' +
    'dragon123 football1 baseball1 sunshine1 princess1 superman1 batman123 master123 changeme1 changeme123 secret123 ' +
    'test1234 test12345 hello123 login123 passwort1 passwort123 hallo123 willkommen1 geheim123 sommer2024 sommer2025 ' +
    'sommer2026 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 octavo1 octavo12 octavo123'
  ).split(' '),
)

/**
 * Checks a password that somebody chooses; `names` are those of the account.
 * @throws BadRequest that names everything the password lacks
 */
export function checkNewPassword(password: string, ...names: readonly string[]): void {
  if (password === '') throw refused('BadRequest', 'password_missing', 'The password is missing', 'password')
  if (password.length > MAX_PASSWORD) {
    throw refused('BadRequest', 'text_long', `The password is longer than ${MAX_PASSWORD} characters`, {
      path: 'password',
      max: MAX_PASSWORD,
    })
  }
  const missing = [
    password.length < MIN_PASSWORD && `at least ${MIN_PASSWORD} characters`,
    !/\p{Lu}/u.test(password) && 'an upper case letter',
    !/\p{Ll}/u.test(password) && 'a lower case letter',
    !/\d/.test(password) && 'a digit',
    ![...SYMBOLS].some(symbol => password.includes(symbol)) && `one of ${SYMBOLS}`,
  ].filter(part => part !== false)
  if (missing.length > 0)
    throw refused('BadRequest', 'password_weak', `The password needs ${missing.join(', ')}`, 'password')
  const bare = bareOf(password)
  if (WORN_OUT.has(bare) || names.some(name => isMereName(bare, name))) {
    throw refused(
      'BadRequest',
      'password_common',
      'This password is one of the first that are guessed: choose another',
      'password',
    )
  }
}

/** Letters and digits only, small. */
function bareOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The name itself, with no more than some digits after it. */
function isMereName(bare: string, name: string): boolean {
  const key = bareOf(name)
  return key.length >= 3 && bare.startsWith(key) && /^\d{0,4}$/.test(bare.slice(key.length))
}
