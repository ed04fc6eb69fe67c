import { currentScope, inScope } from './request-scope'

/** Work that an answer does not wait for, done some time after it: the time of an answer tells nothing of it. */
export interface Behind {
  /** Work logs its own failures. It runs in the caller's scope. */
  do(work: () => Promise<void>): void
  /** Does at once what is still to be done. Await it before the database closes. */
  drain(): Promise<void>
}

/** Everything that is put behind the answers of `delayMs` is done together, one after the other. */
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
