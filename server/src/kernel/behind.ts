import { currentScope, inScope } from './request-scope'

/** Work done some time after the answer, so that its duration reveals nothing. */
export interface Behind {
  /** Work logs its own failures. It runs in the caller's scope. */
  do(work: () => Promise<void>): void
  /** Does all pending work at once. Await it before the database closes. */
  drain(): Promise<void>
}

/** Work that arrives within `delayMs` is done together, sequentially. */
export function createBehind(delayMs: number): Behind {
  let waiting: (() => Promise<void>)[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let last: Promise<void> = Promise.resolve()

  function start(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const some = waiting
    waiting = []
    last = last.then(async () => {
      for (const work of some) await work()
    })
    return last
  }

  return {
    do(work) {
      const scope = currentScope()
      waiting.push(() => inScope(scope ?? {}, work))
      timer ??= setTimeout(start, delayMs)
    },
    drain: start,
  }
}
