import type { Wakes } from '../db'

/** Notifies the worker loops of all processes that there is something to do. */
export interface TaskSignal {
  /** Call after the transaction that enqueued has committed. */
  notify(): void
  /** Number of calls of `notify` so far. */
  readonly count: number
  /** Resolves once `count` exceeds `seen`, after `ms`, or with `until`. */
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
