/** How long a file system may take to answer one question before it counts as not answering. */
const PATIENCE_MS = 60_000

/** Rejects with the signal's reason as soon as it aborts; the work goes on, and nobody waits for it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return stoppable(work, signal, null)
}

/** Rejects when the signal aborts, and when the file system takes too long: a hung mount answers never. */
export function answered<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return stoppable(work, signal, PATIENCE_MS)
}

function stoppable<T>(work: Promise<T>, signal: AbortSignal, ms: number | null): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => settle(() => reject(signal.reason))
    const timer = ms === null ? null : setTimeout(() => settle(() => reject(notAnswered())), ms)
    function settle(end: () => void): void {
      if (timer) clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      end()
    }
    signal.addEventListener('abort', stop)
    work.then(
      value => settle(() => resolve(value)),
      error => settle(() => reject(error)),
    )
  })
}

function notAnswered(): Error {
  return new Error('the file system does not answer')
}
