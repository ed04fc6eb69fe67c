import { PASSWORD_LENGTH } from '@octavo/contract/password-length'

/** Counted as the server does. */
export function isLongEnough(password: string): boolean {
  return [...password.normalize('NFKC')].length >= PASSWORD_LENGTH.min
}

/** One @ and a dot in the part after it. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
