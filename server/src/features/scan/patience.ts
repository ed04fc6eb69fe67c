/** How long a file system may take to answer one question before it counts as not answering. */
const PATIENCE_MS = 60_000

/** Rejects with the signal's reason as soon as it aborts; the work goes on, and nobody waits for it. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Rejects when the signal aborts, and when the file system takes too long: a hung mount answers never. */
export async function answered<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the file system does not answer')), PATIENCE_MS)
  try {
    return await unlessAborted(Promise.race([work, promise]), signal)
  } finally {
    clearTimeout(timer)
  }
}
