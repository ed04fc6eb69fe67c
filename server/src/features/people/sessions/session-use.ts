import { LRUCache } from 'lru-cache'
import type { Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import type { Session } from './session'
import { setSessionUsed } from './sessions.store'

/** Resolution of `lastUsedAt`: exact times would cost a write for every page read. */
const PRECISION_MS = 5 * 60_000

/** Records when and from where sessions are used in the background, so that requests do not wait for the write. */
export interface SessionUse {
  note(session: Session, address: string): void
  /** Resolves when all recorded uses are written. Await it before the database closes. */
  drain(): Promise<void>
}

export function createSessionUse({
  write,
  now,
  log,
}: {
  readonly write: Write
  readonly now: Clock
  readonly log: Logger
}): SessionUse {
  const noted = new LRUCache<string, number>({ max: 20_000 })
  const running = new Set<Promise<void>>()
  return {
    note({ id, lastUsedAt }, address) {
      const usedAt = now()
      if (usedAt - Math.max(noted.get(id) ?? 0, lastUsedAt) < PRECISION_MS) return
      noted.set(id, usedAt)
      const work = write(tx => setSessionUsed(tx, id, address, usedAt))
        .catch(error => log.warn({ err: error }, 'could not record the use of a session'))
        .finally(() => running.delete(work))
      running.add(work)
    },
    drain: async () => void (await Promise.all(running)),
  }
}
