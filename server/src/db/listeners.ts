export interface Listeners {
  /** Answers how to leave again. */
  add(listener: () => void): () => void
  announce(): void
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    announce() {
      for (const listener of listeners) listener()
    },
  }
}
