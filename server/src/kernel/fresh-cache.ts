import { LRUCache } from 'lru-cache'
import type { Clock } from './clock'

/** Caches loaded values for a short time, so that changes by other processes appear soon. */
export interface FreshCache<V> {
  get(key: string): Promise<V>
  /** Call after a committed change: the next `get` loads again. */
  forget(key: string): void
  /** The same for everything. */
  forgetAll(): void
}

/** `maxAgeMs` is the maximum delay of changes made elsewhere; null is cached as well, an error is not. */
export function createFreshCache<V>(options: {
  readonly load: (key: string) => Promise<V>
  readonly maxAgeMs: number
  readonly maxEntries: number
  readonly now: Clock
  /** Called after an entry was dropped by its key, because it has changed. */
  readonly onForget?: () => void
}): FreshCache<V> {
  const { load, maxAgeMs, now } = options
  const entries = new LRUCache<string, { readonly value: Promise<V>; readonly loadedMs: number }>({
    max: options.maxEntries,
  })
  return {
    get(key) {
      const time = now()
      const cached = entries.get(key)
      if (cached && Math.abs(time - cached.loadedMs) < maxAgeMs) return cached.value
      const value = load(key)
      const entry = { value, loadedMs: time }
      entries.set(key, entry)
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return value
    },
    // A load that began before the change is dropped with its entry: its callers came before the change.
    forget(key) {
      entries.delete(key)
      options.onForget?.()
    },
    forgetAll: () => entries.clear(),
  }
}
