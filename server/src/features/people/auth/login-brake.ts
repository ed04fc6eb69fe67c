import { LRUCache } from 'lru-cache'
import type { Peer } from '../../../http/identity'
import { networkOf } from '../../../http/network'
import type { Clock } from '../../../kernel/clock'

interface Allowance {
  readonly atOnce: number
  readonly refillMs: number
}

/** Attempts of one network at one account: allows typos, stops password lists (2,880 a day). */
const FROM_ONE_NETWORK: Allowance = { atOnce: 10, refillMs: 30_000 }
/** Attempts of all unknown networks together at one account, against distributed attacks (8,640 a day). */
const FROM_STRANGERS: Allowance = { atOnce: 100, refillMs: 10_000 }
const MAX_REMEMBERED = 50_000

/** Source of an attempt. */
export type Trier = Pick<Peer, 'address' | 'isUnknown'>

/**
 * Slows down password guessing without ever locking an account: attackers use up the allowance of their own network and
 * that of all unknown networks, but not of a network from which the owner has signed in before. Clients behind a proxy
 * that does not forward their address count as unknown. Counts in this process.
 */
export interface LoginBrake {
  /** Takes one attempt; returns the seconds to wait if none is left, else 0. */
  take(account: string, trier: Trier): number
  /** The attempt succeeded: the network is the owner's. */
  welcome(account: string, trier: Trier): void
}

/** Attempts of a network and of strangers; `PASSWORD_TRIES` by default. */
export interface Allowances {
  readonly network: Allowance
  readonly strangers: Allowance
}

const PASSWORD_TRIES: Allowances = { network: FROM_ONE_NETWORK, strangers: FROM_STRANGERS }
/** A code has a million values, three of them valid: guessing takes years even with the password. */
export const CODE_TRIES: Allowances = {
  network: { atOnce: 5, refillMs: 120_000 },
  strangers: { atOnce: 20, refillMs: 300_000 },
}

export function createLoginBrake(now: Clock, allowances = PASSWORD_TRIES): LoginBrake {
  // With `max` the tables would be allocated at once.
  const size = { maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 }
  const tries = new LRUCache<string, { left: number; countedMs: number }>(size)
  const known = new LRUCache<string, true>(size)

  /** Seconds until the next attempt is allowed. */
  function wait(key: string, { atOnce, refillMs }: Allowance): number {
    const time = now()
    const bucket = tries.get(key) ?? { left: atOnce, countedMs: time }
    const refilled = Math.max(0, time - bucket.countedMs) / refillMs
    const left = Math.min(atOnce, bucket.left + refilled)
    tries.set(key, { left, countedMs: time })
    return left >= 1 ? 0 : Math.max(1, Math.ceil(((1 - left) * refillMs) / 1000))
  }

  function spend(key: string): void {
    const bucket = tries.get(key)
    if (bucket) bucket.left -= 1
  }

  return {
    take(account, { address, isUnknown }) {
      const pair = isUnknown ? null : `${account} ${networkOf(address)}`
      const strangers = pair !== null && known.get(pair) ? null : account
      const seconds = Math.max(
        pair === null ? 0 : wait(pair, allowances.network),
        strangers === null ? 0 : wait(strangers, allowances.strangers),
      )
      if (seconds > 0) return seconds
      if (pair !== null) spend(pair)
      if (strangers !== null) spend(strangers)
      return 0
    },
    welcome(account, { address, isUnknown }) {
      if (isUnknown) return
      const pair = `${account} ${networkOf(address)}`
      tries.delete(pair)
      known.set(pair, true)
    },
  }
}
