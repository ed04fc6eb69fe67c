import { countLimit } from '../kernel/limit-hits'
import { DatabaseFault } from './faults'

/** Runs one task at a time, in order. Tasks that wait longer than the limit are rejected. */
export interface Turns {
  /** `work` gets its deadline (`performance.now()`). */
  take<T>(work: (until: number) => Promise<T>): Promise<T>
  readonly waiting: number
  readonly busy: boolean
}

interface Waiting {
  begin(): void
}

export function createTurns(waitMs: number): Turns {
  const queue = new Set<Waiting>()
  let busy = false

  function next(): void {
    const [first] = queue
    if (!first) {
      busy = false
      return
    }
    queue.delete(first)
    first.begin()
  }

  function turn(): Promise<void> {
    if (!busy) {
      busy = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        queue.delete(waiting)
        countLimit('database-wait')
        reject(new DatabaseFault('unavailable', new Error(`No turn to write within ${waitMs} ms`)))
      }, waitMs)
      queue.add(waiting)
    })
  }

  return {
    async take(work) {
      const until = performance.now() + waitMs
      await turn()
      try {
        return await work(until)
      } finally {
        next()
      }
    },
    get waiting() {
      return queue.size
    },
    get busy() {
      return busy
    },
  }
}
