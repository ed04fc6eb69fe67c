import { randomInt } from 'node:crypto'
import { normalisedPassword } from './password.rules'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB and 2 passes. Memory in KiB. */
const ARGON2 = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Without ambiguous characters. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** The argon2id hash as a PHC string. Takes about 40 ms, in a separate thread. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(normalisedPassword(password), ARGON2)
}

let hashOfNobody: Promise<string> | undefined

/** Without a hash, false after the same time: the response time must not reveal whether a name exists. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  hashOfNobody ??= hashPassword(crypto.randomUUID())
  // Empty for accounts that sign in only with a provider.
  const against = hash || (await hashOfNobody)
  const [normalised, before] = [normalisedPassword(password), password.normalize('NFC')]
  const matches =
    (await Bun.password.verify(normalised, against)) ||
    // Passwords were formerly hashed as NFC.
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
