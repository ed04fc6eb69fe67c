import { createHash, randomInt } from 'node:crypto'

const COUNT = 10
/** Without ambiguous letters; 16 of them are 80 bits, so that a plain hash is enough. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4

export function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join('-'))
}

/** SHA-256, hex, of the normalised code: ignores dashes, spaces and case. Null if it is malformed. */
export function hashOfRecoveryCode(code: string): string | null {
  const meant = code.toUpperCase().replaceAll(/[\s-]/g, '')
  return /^[A-Z2-9]{16}$/.test(meant) ? createHash('sha256').update(meant).digest('hex') : null
}
