import { LRUCache } from 'lru-cache'
import type { Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Logger } from '../../../kernel/log'
import type { ApiKey } from './api-key'
import { setLastUsed } from './api-keys.store'

/** Resolution of `lastUsedAt`: exact times would cost a write for every page read. */
const PRECISION_MS = 60_000

/** Records key use in the background, so that requests do not wait for the write. */
export interface KeyUse {
  note(key: ApiKey): void
  /** Resolves when all recorded uses are written. Await it before the database closes. */
  drain(): Promise<void>
}

export function createKeyUse({ write, now, log }: { write: Write; now: Clock; log: Logger }): KeyUse {
  const noted = new LRUCache<string, number>({ max: 10_000 })
  const running = new Set<Promise<void>>()
  return {
    note(key) {
      const usedAt = now()
      const last = Math.max(noted.get(key.id) ?? 0, key.lastUsedAt ?? 0)
      if (usedAt - last < PRECISION_MS) return
      noted.set(key.id, usedAt)
      const work = write(tx => setLastUsed(tx, key.pk, usedAt))
        .catch(error => log.warn({ err: error, apiKey: key.id }, 'could not record the use of an API key'))
        .finally(() => running.delete(work))
      running.add(work)
    },
    drain: async () => void (await Promise.all(running)),
  }
}
