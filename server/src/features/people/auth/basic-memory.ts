import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock'

/** Reading apps send the password with every page; argon2 would take 40 ms and 19 MiB for each. */
const REMEMBERED_MS = 5 * 60_000
const MAX_REMEMBERED = 1000

export interface KnownPassword {
  readonly userId: string
  /** An entry is valid for one password version. */
  readonly credentialsVersion: number
}

/** Recently verified passwords, as keyed hashes whose key never leaves this process. */
export interface BasicMemory {
  keyOf(header: string): string
  get(key: string): KnownPassword | null
  set(key: string, known: KnownPassword): void
  forget(key: string): void
}

export function createBasicMemory(now: Clock): BasicMemory {
  const secret = randomBytes(32)
  const entries = new LRUCache<string, KnownPassword & { readonly untilMs: number }>({ max: MAX_REMEMBERED })
  return {
    keyOf: header => new Bun.CryptoHasher('sha256', secret).update(header).digest('base64'),
    get(key) {
      const entry = entries.get(key)
      if (!entry) return null
      if (now() < entry.untilMs) return entry
      entries.delete(key)
      return null
    },
    set: (key, known) => entries.set(key, { ...known, untilMs: now() + REMEMBERED_MS }),
    forget: key => entries.delete(key),
  }
}
