import { randomInt } from 'node:crypto'
import { normalisedPassword } from './password.rules'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB and 2 passes. Memory in KiB. */
const ARGON2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Without characters that are taken for another when read from a screen. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** The argon2id hash as a PHC string. Takes about 40 ms, in a thread of its own. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(normalisedPassword(password), ARGON2)
}

let hashOfNobody: Promise<string> | undefined

/** False as well, and as slowly, when there is no hash: an unknown name must not answer sooner than a known one. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  hashOfNobody ??= hashPassword(crypto.randomUUID())
  // Accounts that sign in by a provider only have an empty one.
  const against = hash || (await hashOfNobody)
  const [normalised, before] = [normalisedPassword(password), password.normalize('NFC')]
  const matches =
    (await Bun.password.verify(normalised, against)) ||
    // Passwords were once hashed as NFC.
    (before !== normalised && (await Bun.password.verify(before, against)))
  return matches && !!hash
}

/** 20 random characters in four groups (116 bits). */
export function generatePassword(): string {
  return Array.from({ length: 4 }, () => randomText(5)).join('.')
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
