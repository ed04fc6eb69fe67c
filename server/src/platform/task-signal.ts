import type { Wakes } from '../db'

/** Tells the worker loops that there is something to do, those of other processes too. */
export interface TaskSignal {
  /** Call after the transaction that enqueued has committed. */
  notify(): void
  /** How often `notify` was called so far. */
  readonly count: number
  /** Resolves once `count` has grown beyond `seen`, after `ms`, or with `until`. */
  wait(seen: number, ms: number, until?: Promise<unknown>): Promise<void>
}

export function createTaskSignal(wakes: Wakes): TaskSignal {
  let count = 0
  const waiting = new Set<() => void>()
  wakes.on('tasks', () => {
    count++
    for (const resume of waiting) resume()
  })
  return {
    get count() {
      return count
    },
    notify: () => wakes.wake('tasks'),
    async wait(seen, ms, until) {
      if (count > seen) return
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const timer = setTimeout(resolve, ms)
      await (until ? Promise.race([promise, until]) : promise)
      clearTimeout(timer)
      waiting.delete(resolve)
    },
  }
}
