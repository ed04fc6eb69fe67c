/** A map of at most `max` entries, which evicts the least recently used one. */
export interface BoundedMap<V> {
  readonly size: number
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  clear(): void
}

export function createBoundedMap<V>(max: number): BoundedMap<V> {
  // A Map iterates in insertion order, so the first key is the least recently used.
  const entries = new Map<string, V>()
  return {
    get size() {
      return entries.size
    },
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= max) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
    delete(key) {
      entries.delete(key)
    },
    clear: () => entries.clear(),
  }
}
