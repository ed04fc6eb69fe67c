import { LRUCache } from 'lru-cache'
import type { Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import type { Account } from './account'
import { setLastSeen } from './people.store'

/** Resolution of "last seen": every update is a write and invalidates cached answers. */
const PRECISION_MS = 300_000

/** Records who is active in the background, so that requests do not wait for the write. */
export interface Seen {
  note(account: Account): void
  /** Resolves when everything recorded is written. Await it before the database closes. */
  drain(): Promise<void>
}

export function createSeen({ write, now, log }: { write: Write; now: Clock; log: Logger }): Seen {
  const noted = new LRUCache<string, number>({ max: 10_000 })
  const running = new Set<Promise<void>>()
  return {
    note(account) {
      const seenAt = now()
      if (seenAt - Math.max(noted.get(account.id) ?? 0, account.lastSeenAt ?? 0) < PRECISION_MS) return
      noted.set(account.id, seenAt)
      const work = write(tx => setLastSeen(tx, account.pk, seenAt))
        .catch(error => log.warn({ err: error, user: account.id }, 'could not record when a user was last seen'))
        .finally(() => running.delete(work))
      running.add(work)
    },
    drain: async () => void (await Promise.all(running)),
  }
}
