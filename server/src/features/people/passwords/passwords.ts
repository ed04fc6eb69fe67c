import { randomInt } from 'node:crypto'
import { checkNewPassword } from './password.rules'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB and 2 passes. Memory in KiB. */
const ARGON2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Without characters that are taken for another when read from a screen. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** The argon2id hash as a PHC string. Takes about 40 ms, in a thread of its own. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(composed(password), ARGON2)
}

let hashOfNobody: Promise<string> | undefined

/** False as well, and as slowly, when there is no hash: an unknown name must not answer sooner than a known one. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  hashOfNobody ??= hashPassword(crypto.randomUUID())
  // Whoever comes in by another provider only has an empty one.
  const matches = await Bun.password.verify(composed(password), hash || (await hashOfNobody))
  return matches && !!hash
}

/** 20 random characters in four groups (116 bits) that pass the rules for passwords. */
export function generatePassword(): string {
  while (true) {
    const groups = Array.from({ length: 4 }, () => randomText(5))
    const password = groups.join('.')
    if (isAccepted(password)) return password
  }
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

function isAccepted(password: string): boolean {
  try {
    checkNewPassword(password)
    return true
  } catch {
    return false
  }
}

/** One device sends an accented letter as one character, another as two. */
function composed(password: string): string {
  return password.normalize('NFC')
}
