import { AppError } from '../../kernel/app-error'

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
}

const MAX_NAME = 100
/** RFC 5321: 254 octets are what a mail path can carry. */
const MAX_EMAIL = 254
/** Longer than any password manager makes; keeps hashing short. */
const MAX_PASSWORD = 1000
const MIN_PASSWORD = 8
const SYMBOLS = '!@#$%^&*(),.?":{}|<>'
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const UNSPEAKABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** How names and addresses are compared: without regard to case or to how accents are composed. */
export function nameKey(nameOrEmail: string): string {
  return nameOrEmail.trim().normalize('NFC').toLowerCase()
}

/**
 * A new account as it is kept: without outer spaces.
 * @throws BadRequest with a sentence on the first thing that is wrong
 */
export function checkedAccount(input: NewAccount): NewAccount {
  const username = input.username.trim().normalize('NFC')
  const email = input.email.trim().normalize('NFC')
  if (username === '') throw new AppError('BadRequest', 'The user name is missing')
  if (username.length > MAX_NAME) {
    throw new AppError('BadRequest', `The user name is longer than ${MAX_NAME} characters`)
  }
  // Basic authentication ends the name at the first colon (RFC 7617).
  if (username.includes(':') || UNSPEAKABLE.test(username)) {
    throw new AppError('BadRequest', 'The user name must not contain colons or control characters')
  }
  if (email === '') throw new AppError('BadRequest', 'The e-mail address is missing')
  if (email.length > MAX_EMAIL || !EMAIL.test(email) || UNSPEAKABLE.test(email)) {
    throw new AppError('BadRequest', 'The e-mail address is not valid: it must look like name@example.org')
  }
  checkNewPassword(input.password)
  return { username, email, password: input.password }
}

/** @throws BadRequest that names everything the password lacks */
export function checkNewPassword(password: string): void {
  if (password === '') throw new AppError('BadRequest', 'The password is missing')
  if (password.length > MAX_PASSWORD) {
    throw new AppError('BadRequest', `The password is longer than ${MAX_PASSWORD} characters`)
  }
  const missing = [
    password.length < MIN_PASSWORD && `at least ${MIN_PASSWORD} characters`,
    !/\p{Lu}/u.test(password) && 'an upper case letter',
    !/\p{Ll}/u.test(password) && 'a lower case letter',
    !/\d/.test(password) && 'a digit',
    ![...SYMBOLS].some(symbol => password.includes(symbol)) && `one of ${SYMBOLS}`,
  ].filter(part => part !== false)
  if (missing.length > 0) throw new AppError('BadRequest', `The password needs ${missing.join(', ')}`)
}
