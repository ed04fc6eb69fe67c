/** Time limit of one file system call. */
const PATIENCE_MS = 60_000

/** Rejects with the signal's reason as soon as it aborts; the work continues unobserved. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return waitIn(waitingFor(signal, Number.POSITIVE_INFINITY), work, signal)
}

/** Rejects when the signal aborts, and when the file system takes too long: a hung mount never answers. */
export function answered<T>(work: Promise<T>, signal: AbortSignal, patienceMs = PATIENCE_MS): Promise<T> {
  return waitIn(waitingFor(signal, patienceMs), work, signal)
}

/** All waits with the same signal and time limit. */
interface Waiting {
  add(wait: Wait): void
  done(wait: Wait): void
}

interface Wait {
  readonly since: number
  reject(reason: unknown): void
}

function waitIn<T>(waiting: Waiting, work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // An unhandled rejection would end the process.
    work.catch(() => undefined)
    return Promise.reject(signal.reason)
  }
  return new Promise<T>((resolve, reject) => {
    const wait: Wait = { since: performance.now(), reject }
    waiting.add(wait)
    work.then(
      value => {
        waiting.done(wait)
        resolve(value)
      },
      error => {
        waiting.done(wait)
        reject(error)
      },
    )
  })
}

/** A scan makes one or two calls per folder: all waits share one timer and one listener. */
const known = new WeakMap<AbortSignal, Map<number, Waiting>>()

function waitingFor(signal: AbortSignal, patienceMs: number): Waiting {
  const ofSignal = known.get(signal) ?? new Map<number, Waiting>()
  if (ofSignal.size === 0) known.set(signal, ofSignal)
  const waiting = ofSignal.get(patienceMs) ?? createWaiting(signal, patienceMs)
  ofSignal.set(patienceMs, waiting)
  return waiting
}

function createWaiting(signal: AbortSignal, patienceMs: number): Waiting {
  // In insertion order, so that the first one times out first.
  const waits = new Set<Wait>()
  let timer: ReturnType<typeof setTimeout> | null = null

  function rejectAll(): void {
    const all = [...waits]
    waits.clear()
    rest()
    for (const wait of all) wait.reject(signal.reason)
  }

  function rejectOverdue(): void {
    timer = null
    const now = performance.now()
    for (const wait of waits) {
      const left = wait.since + patienceMs - now
      if (left > 0) {
        timer = setTimeout(rejectOverdue, left)
        return
      }
      waits.delete(wait)
      wait.reject(new Error('the file system does not answer'))
    }
    rest()
  }

  function rest(): void {
    if (timer) clearTimeout(timer)
    timer = null
    signal.removeEventListener('abort', rejectAll)
  }

  return {
    add(wait) {
      waits.add(wait)
      if (waits.size > 1) return
      signal.addEventListener('abort', rejectAll)
      if (Number.isFinite(patienceMs)) timer = setTimeout(rejectOverdue, patienceMs)
    },
    done(wait) {
      if (waits.delete(wait) && waits.size === 0) rest()
    },
  }
}
