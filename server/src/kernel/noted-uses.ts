import { LRUCache } from 'lru-cache'
import type { Clock } from './clock'

/** Writes when something was used last, in the background, so that requests do not wait for it. */
export interface NotedUses {
  /** `last` is the last use that is stored. `save` logs its own failures. */
  note(id: string, last: number, save: (now: number) => Promise<unknown>): void
  /** Resolves when everything noted is written. Await it before the database closes. */
  drain(): Promise<void>
}

/** A use soon after the last one is not written: each would be a write, some of which invalidate cached answers. */
export function createNotedUses(precisionMs: number, now: Clock): NotedUses {
  const noted = new LRUCache<string, number>({ max: 20_000 })
  const running = new Set<Promise<unknown>>()
  return {
    note(id, last, save) {
      const time = now()
      if (time - Math.max(noted.get(id) ?? 0, last) < precisionMs) return
      noted.set(id, time)
      const work = save(time).finally(() => running.delete(work))
      running.add(work)
    },
    drain: async () => void (await Promise.all(running)),
  }
}
