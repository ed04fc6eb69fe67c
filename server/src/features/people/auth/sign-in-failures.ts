import { LRUCache } from 'lru-cache'
import type { Write } from '../../../db'
import { networkOf } from '../../../http/network'
import { createBehind } from '../../../kernel/behind'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import { recordAct } from '../../../platform/audit-log'

/** A failed attempt. */
export interface SignInFailure {
  /** The account; null if it does not exist. */
  readonly account: { readonly id: string; readonly username: string } | null
  /** The name as typed. Unknown names are cut to three letters because they may be passwords. */
  readonly typed?: string
  readonly address: string
  readonly way: 'password' | 'code' | 'passkey'
  readonly reason: string
}

/**
 * Writes failed sign-ins to the audit log in the background: only some attempts at unknown names are recorded, so the
 * response time would reveal which names exist.
 */
export interface SignInFailures {
  note(failure: SignInFailure): void
  /** Resolves when all recorded failures are written. Await it before the database closes. */
  drain(): Promise<void>
}

/** Burst and interval of entries per account and network; attempts in between are counted. */
const AT_ONCE = 5
const REFILL_MS = 10 * 60_000
/** Maximum number of entries per minute in total, against attackers with many networks and names. */
const A_MINUTE = 60
const MAX_REMEMBERED = 20_000
/** Entries younger than this are lost in a crash; a graceful shutdown writes them first. */
const WRITTEN_AFTER_MS = 500

export function createSignInFailures({
  write,
  now,
  log,
}: {
  readonly write: Write
  readonly now: Clock
  readonly log: Logger
}): SignInFailures {
  const seen = new LRUCache<string, { left: number; countedMs: number; skipped: number }>({ max: MAX_REMEMBERED })
  const behind = createBehind(WRITTEN_AFTER_MS)
  let minute = { began: 0, entries: 0 }

  function mayWrite(time: number): boolean {
    if (time - minute.began >= 60_000) minute = { began: time, entries: 0 }
    return minute.entries < A_MINUTE
  }

  return {
    note({ account, typed = '', address, way, reason }) {
      const time = now()
      const key = `${account?.id ?? '?'} ${networkOf(address)}`
      const bucket = seen.get(key) ?? { left: AT_ONCE, countedMs: time, skipped: 0 }
      bucket.left = Math.min(AT_ONCE, bucket.left + Math.max(0, time - bucket.countedMs) / REFILL_MS)
      bucket.countedMs = time
      seen.set(key, bucket)
      if (bucket.left < 1 || !mayWrite(time)) {
        bucket.skipped += 1
        return
      }
      const details = { way, ...(bucket.skipped > 0 && { triesBefore: bucket.skipped }) }
      bucket.left -= 1
      bucket.skipped = 0
      minute.entries += 1
      const name = account?.username ?? shortened(typed)
      const subject = { kind: 'user', id: account?.id ?? null, name } as const
      behind.do(() =>
        write(tx => recordAct(tx, null, 'sign_in_failed', subject, { now: time, details, failed: reason })).catch(
          error => log.warn({ err: error }, 'could not record a failed sign-in'),
        ),
      )
    },
    drain: behind.drain,
  }
}

function shortened(typed: string): string {
  return `${[...typed.trim()].slice(0, 3).join('')}…`
}
