import { PASSWORD_LENGTH } from '@octavo/contract/password-length'
import { refused } from '../../../kernel/app-error'
import type { WordList } from './breached-passwords'

const PRODUCT = 'octavo'
/** A shorter name may be part of a good password by chance. */
const MIN_NAME = 3
const YEAR_OR_NUMBER = /\d{0,4}$/
const SAME_STEP = new Set([-1, 0, 1])

/**
 * Validates length and guessability, not character classes. `names` are those of the account; `common` are known
 * passwords in lower case.
 * @throws BadRequest with the first fault
 */
export function requireGoodPassword(password: string, names: readonly string[], common: WordList): void {
  const { min, max } = PASSWORD_LENGTH
  if (password === '') throw refused('BadRequest', 'password_missing', 'The password is missing', 'password')
  // Before normalisation, which may make it longer.
  if (password.length > max) {
    throw refused('BadRequest', 'text_long', `The password is longer than ${max} characters`, { path: 'password', max })
  }
  const normalised = normalisedPassword(password)
  const characters = [...normalised]
  if (characters.length < min) {
    const message = `The password is shorter than ${min} characters`
    throw refused('BadRequest', 'text_short', message, { path: 'password', min })
  }
  if (isSequence(characters) || isCommon(normalised.toLowerCase(), common)) {
    throw refused('BadRequest', 'password_common', 'This password is too common: choose another', 'password')
  }
  if (isNamed(normalised, names)) {
    const message = 'The password is little more than a name: choose another'
    throw refused('BadRequest', 'password_named', message, 'password')
  }
}

/** Keyboards differ in how they encode an accented or full-width letter. */
export function normalisedPassword(password: string): string {
  return password.normalize('NFKC')
}

/** Repeated or consecutive characters, such as `aaaaaaaa`, `abababab` and `23456789`. */
function isSequence(characters: readonly string[]): boolean {
  if (new Set(characters).size < 4) return true
  const codes = characters.map(character => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  const [step = 0] = steps
  return steps.size === 1 && SAME_STEP.has(step)
}

/** Also if punctuation, or a year or number at the end, was added to a known one. */
function isCommon(lower: string, common: WordList): boolean {
  if (common.has(lower)) return true
  const bare = bareOf(lower)
  const isMostlyPunctuation = bare.length * 2 < lower.length
  return !isMostlyPunctuation && (common.has(bare) || common.has(bare.replace(YEAR_OR_NUMBER, '')))
}

/** Only names, and at most four digits or three other characters. */
function isNamed(password: string, names: readonly string[]): boolean {
  const bare = bareOf(password)
  const keys = [PRODUCT, ...names, ...names.flatMap(name => name.split('@'))].map(bareOf)
  const rest = keys
    .filter(key => key.length >= MIN_NAME)
    // The longest first: an address contains the user name.
    .sort((one, other) => other.length - one.length)
    .reduce((left, key) => left.replaceAll(key, ''), bare)
  return rest !== bare && (rest.length < 4 || /^\d{4}$/.test(rest))
}

/** Letters and digits only, in lower case. */
function bareOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
